"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { lowerRole as lower } from "#lib/sessions/lower-role.ts";

const input = z.strictObject({
  personId: z.uuid(),
  disable: z.boolean(),
  reason: z.string().trim().min(1, "Say why.").max(2000),
});

export const lowerRole = operatorAction("people.manage", input, ({ sql, session }, lowering) =>
  lower(sql, session.token, lowering),
);
