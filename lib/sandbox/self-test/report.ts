import { z } from "zod";
import { BACKENDS } from "#lib/policy/vocabulary.ts";

/** What a backend showed of itself on this machine. Kept by the dispatcher and printed by `airlock doctor`. */
export const selfTestReportSchema = z.strictObject({
  name: z.enum(BACKENDS),
  offered: z.boolean(),
  tier: z.enum(["full", "rootless", "weaker", "none"]),
  version: z.string().optional(),
  /** Why it is not offered, or what it lacks in its tier. */
  reason: z.string().optional(),
  checks: z.array(z.strictObject({ name: z.string(), holds: z.boolean(), saw: z.string() })),
});
export type SelfTestReport = z.infer<typeof selfTestReportSchema>;
export type SelfTestCheck = SelfTestReport["checks"][number];
