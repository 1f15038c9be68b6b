import { z } from "zod";
import { hostPatternSchema } from "#lib/policy/tool-policy.ts";
import type { Tool } from "#lib/registry/tool.ts";
import { SHIPPED_FORMS } from "./command-grammar/grammar.ts";
import { containerRestart } from "./container-restart/contract.ts";
import { containerStatus } from "./container-status/contract.ts";
import { dashboardSnapshot } from "./dashboard-snapshot/contract.ts";
import { dbAdmin } from "./db-admin/contract.ts";
import { dbMigrate } from "./db-migrate/contract.ts";
import { dbMutate } from "./db-mutate/contract.ts";
import { dbQuery } from "./db-query/contract.ts";
import { deployProduction } from "./deploy-production/contract.ts";
import { deployStaging } from "./deploy-staging/contract.ts";
import { extractPage } from "./extract-page/contract.ts";
import { gitPush } from "./git-push/contract.ts";
import { metricsReport } from "./metrics-report/contract.ts";
import { openPullRequest } from "./open-pull-request/contract.ts";
import { FORGES } from "./open-pull-request/settings.ts";
import { queryMetrics } from "./query-metrics/contract.ts";
import { runListed } from "./run-listed/contract.ts";
import { sendEmail } from "./send-email/contract.ts";
import { sendWebhook } from "./send-webhook/contract.ts";
import { slackMessage } from "./slack-message/contract.ts";
import { webPost } from "./web-post/contract.ts";
import { webSearch } from "./web-search/contract.ts";
import { SEARCH_PROVIDERS } from "./web-search/settings.ts";

/**
 * Tools that work through something of the installation's own: they are on the shelf when `tools.yaml` has their section,
 * and what it says becomes part of their contracts. A credential is never in it; the kept secrets that each tool names are.
 */

/** One host with its port, as a policy writes it. Credentials go to one name, so there are no patterns. */
const host = hostPatternSchema.refine((text) => !/[*/]/.test(text), "One host, written name:port.");
const hosts = z.array(hostPatternSchema).min(1).max(200);
const path = z
  .string()
  .max(500)
  .regex(/^\/[A-Za-z0-9_.~/%-]*$/, "A path that begins with /.");
const address = z
  .string()
  .max(254)
  .regex(/^(\*|[A-Za-z0-9._%+-]+)@[A-Za-z0-9.-]+$/, "An address, or *@domain.");

const token = z.union([
  z.string().min(1).max(100),
  z.strictObject({ one_of: z.array(z.string().min(1).max(100)).min(1).max(50) }),
  z.strictObject({ number: z.strictObject({ min: z.number().int().min(0), max: z.number().int().max(999_999_999) }) }),
  z.strictObject({ path: z.literal("workspace") }),
  z.strictObject({ text: z.number().int().min(1).max(1024) }),
]);

const pipeline = z.strictObject({ host, path, acts_once: z.boolean().default(false) });

function section<Schema extends z.ZodType>(schema: Schema, tools: (settings: z.output<Schema>) => readonly Tool[]) {
  return { schema, tools };
}

function split(hostAndPort: string): { host: string; port: number } {
  const colon = hostAndPort.lastIndexOf(":");
  return { host: hostAndPort.slice(0, colon), port: Number(hostAndPort.slice(colon + 1)) };
}

const databaseTools = { query: dbQuery, mutate: dbMutate, migrate: dbMigrate, admin: dbAdmin } as const;
const DATABASE_TOOLS = ["query", "mutate", "migrate", "admin"] as const;

export const OPT_IN = {
  database: section(
    z.strictObject({
      host,
      database: z.string().regex(/^[A-Za-z0-9_-]{1,63}$/),
      tls: z.boolean().default(true),
      ca: z.boolean().default(false),
      tools: z.array(z.enum(DATABASE_TOOLS)).min(1).default(["query"]),
    }),
    ({ host: at, database, tls, ca, tools }) =>
      [...new Set(tools)].map((name) => databaseTools[name]({ ...split(at), database, tls, ca })),
  ),
  git_push: section(z.strictObject({ host }), (settings) => [gitPush(settings)]),
  pull_requests: section(z.strictObject({ forge: z.enum(FORGES), host }), (settings) => [openPullRequest(settings)]),
  deployment: section(
    z.strictObject({
      staging: pipeline.optional(),
      production: pipeline.optional(),
    }),
    ({ staging, production }) => [
      ...(staging ? [deployStaging(staging)] : []),
      ...(production ? [deployProduction(production)] : []),
    ],
  ),
  containers: section(z.strictObject({ host, environment: z.enum(["staging", "production"]) }), (settings) => [
    containerStatus(settings),
    containerRestart(settings),
  ]),
  web_post: section(
    /** `hosts_act_once`: all of them act once for one Idempotency-Key, so that a lost call may be sent again. */
    z.strictObject({ hosts, hosts_act_once: z.boolean().default(false) }),
    ({ hosts, hosts_act_once: actsOnce }) => [webPost({ hosts, actsOnce })],
  ),
  web_search: section(z.strictObject({ provider: z.enum(SEARCH_PROVIDERS), host }), (settings) => [
    webSearch(settings),
  ]),
  extract_page: section(z.strictObject({ hosts }), (settings) => [extractPage(settings)]),
  email: section(
    z.strictObject({
      host,
      security: z.enum(["starttls", "implicit"]).default("starttls"),
      from: address.refine((text) => !text.startsWith("*"), "One address."),
      recipients: z.array(address).min(1).max(200),
      ca: z.boolean().default(false),
    }),
    ({ host: at, ...settings }) => [sendEmail({ ...split(at), ...settings })],
  ),
  slack: section(
    z.strictObject({
      host: host.default("slack.com:443"),
      channels: z.array(z.string().min(1).max(81)).min(1).max(200),
    }),
    (settings) => [slackMessage(settings)],
  ),
  webhooks: section(
    z.strictObject({
      endpoints: z.record(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/), z.strictObject({ host, path })),
      /** All of them tell a repetition by its `webhook-id`, so that a lost call may be sent again. */
      endpoints_act_once: z.boolean().default(false),
    }),
    (settings) => [sendWebhook(settings)],
  ),
  metrics: section(z.strictObject({ host, prefix: path.default("") }), (settings) => [
    queryMetrics(settings),
    metricsReport(settings),
    dashboardSnapshot(settings),
  ]),
  listed_commands: section(
    z.strictObject({
      forms: z
        .array(
          z.strictObject({
            program: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$/),
            flags: z.array(z.string().regex(/^-/)).max(50).optional(),
            arguments: z.array(token).max(20).optional(),
            repeats: z.number().int().min(1).max(40).optional(),
          }),
        )
        .min(1)
        .max(200)
        .optional(),
    }),
    ({ forms = SHIPPED_FORMS }) => [runListed({ forms })],
  ),
} as const;

export type OptInName = keyof typeof OPT_IN;

/** The tools of a section whose settings its own schema has read. */
export function toolsOf<Name extends OptInName>(
  name: Name,
  settings: z.output<(typeof OPT_IN)[Name]["schema"]>,
): readonly Tool[] {
  const { tools } = OPT_IN[name] as { tools: (settings: unknown) => readonly Tool[] };
  return tools(settings);
}
