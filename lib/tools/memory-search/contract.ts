import { z } from "zod";
import { platformTool } from "#lib/registry/platform-tool.ts";
import { inPlatform, memory, tags } from "../declared/memory.ts";

/** Finds what the agent kept. */
export const memorySearch = platformTool({
  name: "memory_search",
  title: "Search memories",
  summary: "Find what this agent remembered, by words and tags.",
  description:
    "Finds this agent's own memories that hold the words of a query (quoted phrases, or, and -without work) and have all the tags, best first; without a " +
    "query the newest. Long ones are cut to 2,000 characters, and recalled whole by their id. What was remembered may have come from outside.",
  input: z.strictObject({
    query: z.string().max(500).optional(),
    tags: tags.optional(),
    limit: z.number().int().min(1).max(50).optional().describe("10 if not given."),
  }),
  output: z.strictObject({ memories: z.array(z.strictObject({ ...memory, truncated: z.boolean() })) }),
  operation: "memory.search",
  safetyClass: "read",
  egressClass: "none",
  category: "memory",
  actionType: "memory:read",
  idempotency: "optional",
  idempotent: true,
  policy: inPlatform,
  gate: { text: [{ at: "/query" }, { at: "/tags/*" }] },
  outputContent: "prose",
  effect: "Search this agent's memories for {/query}",
  costTier: "free",
  examples: [{ title: "By words", input: { query: "report style" } }],
});
