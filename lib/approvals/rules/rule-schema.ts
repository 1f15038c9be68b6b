import { z } from "zod";
import { seenSchema } from "#lib/approvals/seen-schema.ts";
import { MOST_HOURS, MOST_USES, RULE_EFFECTS } from "./rule-limits.ts";
import { rulePattern } from "./rule-pattern.ts";

/** A rule as a page sends it, with the call it is made from as it was seen. */
export const ruleSchema = seenSchema.extend({
  effect: z.enum(RULE_EFFECTS),
  everyAgent: z.boolean(),
  pattern: rulePattern,
  maxUses: z.number().int().min(1).max(MOST_USES),
  hours: z.number().int().min(1).max(MOST_HOURS.deny),
  reason: z.string().trim().min(1, "Say why; it stays with the rule.").max(2000),
});

export type RuleInput = z.input<typeof ruleSchema>;
