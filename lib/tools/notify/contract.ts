import { z } from "zod";
import { platformTool } from "#lib/registry/platform-tool.ts";
import { inPlatform } from "../declared/memory.ts";

/** Puts a notice on the dashboard. */
export const notify = platformTool({
  name: "notify",
  title: "Notify people",
  summary: "Show a notice to the people who use the dashboard.",
  description:
    "Puts a notice on the dashboard's overview, as plain text under this agent's name. It asks nothing and decides nothing; people dismiss it when they " +
    "have read it. At most 20 of an agent are open at a time.",
  input: z.strictObject({
    title: z
      .string()
      .min(1)
      .max(120)
      .regex(/^[^\r\n]*\S[^\r\n]*$/, "One line."),
    text: z.string().max(2_000).optional(),
    level: z.enum(["info", "warning", "urgent"]).optional().describe("info if not given."),
  }),
  output: z.strictObject({ id: z.uuid(), putAt: z.string() }),
  operation: "notices.put",
  safetyClass: "write",
  egressClass: "none",
  category: "communication",
  actionType: "comms:internal",
  idempotency: "optional",
  idempotent: true,
  policy: inPlatform,
  gate: { text: [{ at: "/title" }, { at: "/text" }] },
  outputContent: "verbatim",
  effect: "Put a notice on the dashboard: {/title}",
  costTier: "free",
  examples: [{ title: "A line", input: { title: "The import is done", text: "1,204 rows, none refused." } }],
  failureModes: ["notices_full: 20 notices of this agent are open. Wait until people have read some."],
});
