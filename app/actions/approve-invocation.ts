"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { approveInvocation as approve } from "#lib/approvals/decide-invocation.ts";

const input = z.strictObject({
  id: z.uuid(),
  revision: z.number().int().min(1),
  digest: z.string().min(1).max(200),
  reason: z.string().trim().max(2000).optional(),
});

export const approveInvocation = operatorAction("approvals.decide", input, ({ sql, session }, { reason, ...seen }) =>
  approve(sql, session.token, seen, reason || null),
);
