"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { pivotInjection as pivot } from "#lib/approvals/pivot/pivot-injection.ts";
import { seenSchema } from "#lib/approvals/seen-schema.ts";

const input = z.strictObject({
  text: z.string().min(4).max(500),
  items: z.array(seenSchema).min(1).max(200),
  freeze: z.array(z.uuid()).max(200),
  deny: z.boolean(),
  reason: z.string().trim().min(1, "Say why; the agents receive it.").max(2000),
  note: z.string().trim().max(2000).optional(),
});

export const pivotInjection = operatorAction("approvals.decide", input, ({ sql, session }, { note, ...act }) =>
  pivot(sql, session.token, { ...act, note: note || null }),
);
