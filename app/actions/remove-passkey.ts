"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { removePasskey as remove } from "#lib/step-up/remove-proof.ts";

const input = z.strictObject({
  passkeyId: z.uuid(),
  stepUp: z.uuid().optional(),
  reason: z.string().trim().max(2000).optional(),
});

export const removePasskey = operatorAction("proofs.manage", input, ({ sql, session }, removal) =>
  remove(sql, session.token, removal),
);
