import { z } from "zod";
import { platformTool } from "#lib/registry/platform-tool.ts";
import { inPlatform, key, tags } from "../declared/memory.ts";

/** Keeps a text for the agent itself. */
export const memoryStore = platformTool({
  name: "memory_store",
  title: "Remember",
  summary: "Keep a text for later, for this agent alone.",
  description:
    "Keeps a text of at most 16,000 characters for this agent, to be searched for and recalled later. Under a key it takes the place of what was " +
    "kept there. Other agents cannot read it; people can, and can remove it.",
  input: z.strictObject({
    text: z.string().min(1).max(16_000).regex(/\S/),
    key: key.optional(),
    tags: tags.optional(),
  }),
  output: z.strictObject({ id: z.uuid(), storedAt: z.string(), replaced: z.boolean() }),
  operation: "memory.store",
  safetyClass: "write",
  egressClass: "none",
  category: "memory",
  actionType: "memory:write",
  idempotency: "optional",
  idempotent: true,
  policy: inPlatform,
  gate: { text: [{ at: "/text" }, { at: "/key" }, { at: "/tags/*" }] },
  outputContent: "verbatim",
  effect: "Remember {/text|size} for this agent",
  costTier: "free",
  examples: [
    { title: "A preference", input: { key: "report style", text: "Reports are in plain English, one page." } },
  ],
  failureModes: ["memory_full: the agent has 10,000 memories. Replace one by its key."],
});
