import { createHash } from "node:crypto";
import { z } from "zod";
import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { bareHost, matchesHost } from "#lib/policy/gate/host-pattern.ts";
import { type ToolPolicy, toolPolicySchema } from "#lib/policy/tool-policy.ts";
import { EGRESS_CLASSES, SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import { isWithin, placeOfPattern } from "#lib/sandbox/mount-pattern.ts";
import { planEnvironment } from "#lib/sandbox/plan-environment.ts";
import { commandOf, programOf, SYSTEM_DIRECTORIES } from "./server-command.ts";

/**
 * How an MCP server is reached and confined. It never changes: its hash is part of the contract of every tool that came
 * from it, so another command, another address or a wider policy is another server, with tools to be reviewed anew.
 */
const plainText = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes("\0"), { message: "No NUL is allowed here." });

const stdioSchema = z.strictObject({
  kind: z.literal("stdio"),
  /** Never a shell string. A first word of `node` is the dispatcher's own Node. */
  argv: z.array(plainText).min(1).max(64),
  /** Values for names that the policy lets through; not a place for secrets. */
  environment: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/), plainText).optional(),
});

const httpSchema = z.strictObject({
  kind: z.literal("http"),
  url: z.url({ protocol: /^https?$/ }).max(2048),
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9-]{1,64}$/), z.strictObject({ secret: z.string().min(1).max(120) }))
    .optional(),
});

export const mcpTransportSchema = z.discriminatedUnion("kind", [stdioSchema, httpSchema]);
export type McpTransport = z.infer<typeof mcpTransportSchema>;

/** What its tools are taken for until a person says otherwise for one of them. */
export const mcpDeclaredSchema = z.strictObject({
  prefix: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/, "A prefix has 1 to 32 letters, digits or -."),
  safetyClass: z.enum(SAFETY_CLASSES),
  egressClass: z.enum(EGRESS_CLASSES),
  idempotency: z.enum(["required", "optional"]),
  idempotent: z.boolean(),
});
export type McpDeclared = z.infer<typeof mcpDeclaredSchema>;

export interface ServerConfiguration {
  readonly transport: McpTransport;
  readonly policy: ToolPolicy;
  readonly declared: McpDeclared;
  readonly configHash: string;
}

const configurationSchema = z.strictObject({
  transport: mcpTransportSchema,
  policy: toolPolicySchema,
  declared: mcpDeclaredSchema,
});

/** Reads what somebody wants to connect; what could never work is refused now and not at the first call. */
export function readServerConfiguration(given: unknown): Outcome<ServerConfiguration> {
  const kind = (given as { transport?: { kind?: unknown } } | null)?.transport?.kind;
  if (kind === "sse") return refuse("mcp_sse_refused");
  const parsed = configurationSchema.safeParse(given);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message }));
    return refuse("invalid_definition", `The server cannot be used: ${errors[0]?.message ?? "unknown"}`, { errors });
  }
  const { transport, policy, declared } = parsed.data;
  // Its tools may say that they reach the open world; then a reviewer must be able to see what that world is.
  if (policy.network === undefined) return misfit("/policy/network", "The policy does not say what network it has.");
  if (policy.network.mode !== "none" && declared.egressClass === "none") {
    return misfit("/declared/egressClass", "Egress none has no network; this server's policy has one.");
  }
  const fits = transport.kind === "http" ? checkHttp(transport, policy) : checkStdio(transport, policy);
  return fits.ok ? done({ transport, policy, declared, configHash: hashConfiguration(transport, policy) }) : fits;
}

/** What is wrong with one part of it, for whoever typed that part. */
function misfit(pointer: string, message: string): Refusal {
  return refuse("invalid_definition", message, { errors: [{ pointer, message }] });
}

export function hashConfiguration(transport: McpTransport, policy: ToolPolicy): string {
  return createHash("sha256").update(canonicalJson({ transport, policy }), "utf8").digest("hex");
}

function checkHttp({ url: address }: z.infer<typeof httpSchema>, { network }: ToolPolicy): Outcome<void> {
  const url = new URL(address);
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    return misfit("/transport/url", "The address of a server holds no name, password or fragment.");
  }
  const target = targetOf(url);
  const isListed = network?.mode === "allowlist" && network.hosts?.some((pattern) => matchesHost(pattern, target));
  if (network?.mode === "open" || isListed) return done(undefined);
  return misfit("/policy/network/hosts", `The policy does not list ${target.host}:${target.port}.`);
}

/** The host and port that an address leads to. */
export function targetOf(url: URL): { readonly host: string; readonly port: number } {
  return { host: bareHost(url), port: Number(url.port || (url.protocol === "https:" ? 443 : 80)) };
}

function checkStdio({ argv, environment }: z.infer<typeof stdioSchema>, policy: ToolPolicy): Outcome<void> {
  const program = programOf(commandOf(argv));
  const isReadable = (path: string): boolean =>
    [...SYSTEM_DIRECTORIES, ...(policy.filesystem?.read ?? []).map(directoryOf)].some((directory) =>
      isWithin(path, directory),
    );
  if (program !== undefined && !isReadable(program)) {
    return misfit("/policy/filesystem/read", `The policy does not let the server read its own program, ${program}.`);
  }
  const given = environment ?? {};
  const { environment: passed, left } = planEnvironment(policy.environment, given);
  const lost = Object.keys(given).filter((name) => passed[name] !== given[name]);
  if (lost.length === 0) return done(undefined);
  const words = lost.every((name) => left.includes(name))
    ? `No policy lets ${lost.join(", ")} in: such a name changes what code runs, or looks like that of a secret.`
    : `The policy does not let ${lost.join(", ")} into the server's environment.`;
  return misfit("/transport/environment", words);
}

function directoryOf(pattern: string): string {
  const { root, path } = placeOfPattern(pattern);
  return [...(root === "host" ? [] : [root]), ...(path === "" ? [] : [path])].map((part) => `/${part}`).join("") || "/";
}
