"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { relyingParty } from "#app/server/environment.ts";
import { beginEnrolment as begin } from "#lib/step-up/begin-enrolment.ts";

export const beginEnrolment = operatorAction("proofs.manage", z.strictObject({}), ({ sql, session }) =>
  begin(sql, session, relyingParty()),
);
