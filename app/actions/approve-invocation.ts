"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { approveInvocation as approve } from "#lib/approvals/decide-invocation.ts";
import { LONGEST_NAME, MOST_NAMES } from "#lib/approvals/receipt-limits.ts";
import { seenSchema } from "#lib/approvals/seen-schema.ts";

const names = z.array(z.string().max(LONGEST_NAME)).max(MOST_NAMES).readonly();
const input = seenSchema.extend({
  reason: z.string().trim().max(2000).optional(),
  receipt: z
    .strictObject({
      renderer: z.string().max(60),
      arguments: names,
      opened: names,
      unnamed: z.number().int().min(0),
      viewportWidth: z.number().int().min(0).max(100_000),
    })
    .optional(),
  stepUp: z.uuid().optional(),
});

export const approveInvocation = operatorAction(
  "approvals.decide",
  input,
  ({ sql, session }, { reason, receipt, stepUp, ...seen }) =>
    approve(sql, session.token, seen, reason || null, { receipt, stepUp }),
  { pages: "hinted" },
);
