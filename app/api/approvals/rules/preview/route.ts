import { z } from "zod";
import { sessionRoute } from "#app/server/session-route.ts";
import { previewRule } from "#lib/approvals/rules/preview-rule.ts";
import { RULE_EFFECTS } from "#lib/approvals/rules/rule-limits.ts";
import { rulePattern } from "#lib/approvals/rules/rule-pattern.ts";
import { refuse } from "#lib/errors/outcome.ts";

const input = z.strictObject({
  id: z.uuid(),
  effect: z.enum(RULE_EFFECTS),
  everyAgent: z.boolean(),
  pattern: rulePattern,
});

/** Changes nothing; a pattern is too long for an address. */
export const POST = sessionRoute(async ({ sql, session, request }) => {
  const asked = input.safeParse(await request.json().catch(() => null));
  if (!asked.success) return refuse("invalid_input", "That is not a rule yet.");
  return previewRule(sql, session.token, asked.data.id, asked.data);
});
