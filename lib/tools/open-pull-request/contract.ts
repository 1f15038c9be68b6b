import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import { execute } from "./execute.ts";
import type { ForgeSettings } from "./settings.ts";

const branch = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/, "A branch's name.");

export const input = z.strictObject({
  project: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}(\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}){1,4}$/)
    .describe("Owner and repository: acme/shop."),
  from: branch.describe("The branch with the changes, already pushed."),
  into: branch.describe("The branch that they are for."),
  title: z.string().min(1).max(250),
  body: z.string().max(20_000).optional(),
  draft: z.boolean().optional(),
});

export const output = z.strictObject({
  number: z.number().int(),
  url: z.string(),
  existed: z.boolean().describe("Whether there was an open one for these branches already; it is left as it is."),
});

/** Opens a pull request at the installation's forge. */
export function openPullRequest(settings: ForgeSettings) {
  return tool({
    name: "open_pull_request",
    title: "Open a pull request",
    summary: "Open a pull request (or merge request) at the installation's git host.",
    description:
      "Opens a pull request from one branch into another at the git host that this installation configured. If one is open for the same two " +
      "branches, that one is returned and nothing is made.",
    input,
    output,
    safetyClass: "write",
    egressClass: "write",
    category: "version_control",
    actionType: "vcs:push",
    idempotency: "optional",
    idempotent: true,
    policy: servicePolicy([settings.host], "medium"),
    requires: inHeader(settings.host, "forge.token"),
    settings,
    gate: {
      text: [{ at: "/project" }, { at: "/from" }, { at: "/into" }, { at: "/title" }, { at: "/body" }],
      targets: [{ at: "/project", kind: "repository" }],
    },
    outputContent: "verbatim",
    effect: "Open a pull request in {/project}: {/title}",
    costTier: "low",
    examples: [
      { title: "A fix", input: { project: "acme/shop", from: "fix-totals", into: "main", title: "Round totals once" } },
    ],
    failureModes: [
      ...serviceFailures,
      "order_refused: a line of title or body begins with a slash and a word, which the git host may carry out. Nothing was sent.",
    ],
    execute,
    declaredIn: import.meta.url,
  });
}
