import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { inHeader, serviceFailures, servicePolicy } from "../declared/service.ts";
import { execute } from "./execute.ts";
import { KEY_HEADER, type SearchSettings } from "./settings.ts";

export const input = z.strictObject({
  query: z.string().min(1).max(400),
  count: z.number().int().min(1).max(20).optional().describe("How many results; 10 if not given."),
});

export const output = z.strictObject({
  results: z.array(z.strictObject({ title: z.string(), url: z.string(), snippet: z.string() })),
});

/** Asks the configured search service. */
export function webSearch(settings: SearchSettings) {
  const { header, prefix } = KEY_HEADER[settings.provider];
  return tool({
    name: "web_search",
    title: "Search the web",
    summary: "Search the web with the installation's search service.",
    description:
      "Sends a query to the search service that this installation configured and returns titles, addresses and snippets. Reading a " +
      "result is a call of its own, of a tool that may reach its host.",
    input,
    output,
    safetyClass: "network",
    egressClass: "read_only",
    category: "web",
    actionType: "web:fetch",
    idempotency: "optional",
    idempotent: true,
    policy: servicePolicy([settings.host], "medium", { wallSeconds: 30 }),
    requires: inHeader(settings.host, "search.key", header, prefix),
    settings,
    gate: { text: [{ at: "/query" }] },
    outputContent: "prose",
    effect: "Search the web for {/query}",
    costTier: "low",
    examples: [{ title: "A question", input: { query: "postgres advisory lock timeout", count: 5 } }],
    failureModes: serviceFailures,
    execute,
    declaredIn: import.meta.url,
  });
}
