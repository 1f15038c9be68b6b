"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { approveTogether as approve } from "#lib/approvals/bulk/decide-together.ts";
import { MOST_APPROVED_TOGETHER } from "#lib/approvals/bulk/limits.ts";
import { seenSchema } from "#lib/approvals/seen-schema.ts";

const input = z.strictObject({
  items: z
    .array(seenSchema.extend({ folded: z.number().int().min(0).max(MOST_APPROVED_TOGETHER) }))
    .min(1)
    .max(MOST_APPROVED_TOGETHER),
  reason: z.string().trim().max(2000).optional(),
});

export const approveTogether = operatorAction(
  "approvals.decide",
  input,
  ({ sql, session }, { items, reason }) => approve(sql, session.token, items, reason || null),
  { pages: "hinted" },
);
