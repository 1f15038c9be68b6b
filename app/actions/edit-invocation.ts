"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { editInvocation as edit } from "#lib/approvals/edit/edit-invocation.ts";
import { seenSchema } from "#lib/approvals/seen-schema.ts";

const input = seenSchema.extend({
  input: z.string().max(300_000),
  reason: z.string().trim().min(1, "Say why you change it; it stays on record.").max(2000),
});

export const editInvocation = operatorAction(
  "approvals.decide",
  input,
  ({ sql, session }, { input: text, reason, ...seen }) => edit(sql, session.token, seen, text, reason),
);
