"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { revokeRule as revoke } from "#lib/approvals/rules/revoke-rule.ts";

const input = z.strictObject({
  rule: z.uuid(),
  reason: z.string().trim().min(1, "Say why; it stays with the rule.").max(2000),
});

export const revokeRule = operatorAction("approvals.decide", input, ({ sql, session }, { rule, reason }) =>
  revoke(sql, session.token, rule, reason),
);
