"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { relyingParty } from "#app/server/environment.ts";
import { attestationSchema } from "#lib/step-up/browser-answer.ts";
import { enrolPasskey as enrol } from "#lib/step-up/enrol-passkey.ts";

const input = z.strictObject({
  stepUp: z.uuid(),
  name: z.string().trim().min(1, "A name is needed.").max(60),
  answer: attestationSchema,
});

export const enrolPasskey = operatorAction("proofs.manage", input, ({ sql, session }, given) =>
  enrol(sql, session.token, relyingParty(), given),
);
