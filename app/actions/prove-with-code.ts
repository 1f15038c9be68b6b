"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { codeSchema } from "#lib/step-up/browser-answer.ts";
import { proveWithCode as prove } from "#lib/step-up/prove-with-code.ts";

const input = z.strictObject({ stepUp: z.uuid(), code: codeSchema });

export const proveWithCode = operatorAction(
  "proofs.give",
  input,
  ({ sql, session }, given) => prove(sql, session.token, given),
  { pages: "untouched" },
);
