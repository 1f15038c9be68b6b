import { z } from "zod";
import { platformTool } from "#lib/registry/platform-tool.ts";
import { inPlatform, key, memory } from "../declared/memory.ts";

/** One memory of the agent's, whole. */
export const memoryRecall = platformTool({
  name: "memory_recall",
  title: "Recall a memory",
  summary: "Read one of this agent's memories whole, by its id or key.",
  description: "Gives one of this agent's own memories whole, by the id that storing gave or by its key.",
  input: z.union([z.strictObject({ id: z.uuid() }), z.strictObject({ key })]),
  output: z.strictObject(memory),
  operation: "memory.recall",
  safetyClass: "read",
  egressClass: "none",
  category: "memory",
  actionType: "memory:read",
  idempotency: "optional",
  idempotent: true,
  policy: inPlatform,
  gate: { text: [{ at: "/id" }, { at: "/key" }] },
  outputContent: "prose",
  effect: "Recall a memory of this agent",
  costTier: "free",
  examples: [{ title: "By key", input: { key: "report style" } }],
  failureModes: ["There is nothing under that id or key: it was never kept, was replaced, or a person removed it."],
});
