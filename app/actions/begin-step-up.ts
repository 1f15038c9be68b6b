"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { relyingParty } from "#app/server/environment.ts";
import { beginStepUp as begin } from "#lib/step-up/begin-step-up.ts";

const input = z.strictObject({ subjectId: z.uuid(), digest: z.string().min(1).max(200) });

export const beginStepUp = operatorAction(
  "proofs.give",
  input,
  ({ sql, session }, item) => begin(sql, session.token, relyingParty(), item),
  { pages: "untouched" },
);
