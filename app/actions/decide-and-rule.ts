"use server";
import { operatorAction } from "#app/server/action.ts";
import { decideAndRule as decide } from "#lib/approvals/rules/make-rule.ts";
import { ruleSchema } from "#lib/approvals/rules/rule-schema.ts";

export const decideAndRule = operatorAction(
  "approvals.decide",
  ruleSchema,
  ({ sql, session }, input) => decide(sql, session.token, input, input),
  { pages: "hinted" },
);
