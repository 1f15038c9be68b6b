"use server";
import { operatorAction } from "#app/server/action.ts";
import { makeRule as make } from "#lib/approvals/rules/make-rule.ts";
import { ruleSchema } from "#lib/approvals/rules/rule-schema.ts";

export const makeRule = operatorAction("approvals.decide", ruleSchema, ({ sql, session }, input) =>
  make(sql, session.token, input, input),
);
