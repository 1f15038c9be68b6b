"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { relyingParty } from "#app/server/environment.ts";
import { assertionSchema } from "#lib/step-up/browser-answer.ts";
import { proveWithPasskey as prove } from "#lib/step-up/prove-with-passkey.ts";

const input = z.strictObject({ stepUp: z.uuid(), answer: assertionSchema });

export const proveWithPasskey = operatorAction(
  "proofs.give",
  input,
  ({ sql, session }, given) => prove(sql, session, relyingParty(), given),
  { pages: "untouched" },
);
