"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { rejectTogether as reject } from "#lib/approvals/bulk/decide-together.ts";
import { MOST_REJECTED_TOGETHER } from "#lib/approvals/bulk/limits.ts";
import { seenSchema } from "#lib/approvals/seen-schema.ts";

const input = z.strictObject({
  items: z
    .array(seenSchema.extend({ folded: z.number().int().min(0).max(MOST_REJECTED_TOGETHER) }))
    .min(1)
    .max(MOST_REJECTED_TOGETHER),
  reason: z.string().trim().min(1, "Say why; the agents receive it.").max(2000),
  note: z.string().trim().max(2000).optional(),
});

export const rejectTogether = operatorAction(
  "approvals.decide",
  input,
  ({ sql, session }, { items, reason, note }) => reject(sql, session.token, items, reason, note || null),
  { pages: "hinted" },
);
