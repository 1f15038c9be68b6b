"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { rejectInvocation as reject } from "#lib/approvals/decide-invocation.ts";
import { seenSchema } from "#lib/approvals/seen-schema.ts";

const input = seenSchema.extend({
  reason: z.string().trim().min(1, "Say why; the agent receives it.").max(2000),
  note: z.string().trim().max(2000).optional(),
});

export const rejectInvocation = operatorAction(
  "approvals.decide",
  input,
  ({ sql, session }, { reason, note, ...seen }) => reject(sql, session.token, seen, reason, note || null),
  { pages: "hinted" },
);
