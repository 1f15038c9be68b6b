"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { removeAuthenticator as remove } from "#lib/step-up/remove-proof.ts";

const input = z.strictObject({
  personId: z.uuid(),
  stepUp: z.uuid().optional(),
  reason: z.string().trim().max(2000).optional(),
});

export const removeAuthenticator = operatorAction("proofs.manage", input, ({ sql, session }, removal) =>
  remove(sql, session.token, removal),
);
