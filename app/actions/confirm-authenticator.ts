"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { codeSchema } from "#lib/step-up/browser-answer.ts";
import { confirmAuthenticator as confirm } from "#lib/step-up/confirm-authenticator.ts";

const input = z.strictObject({ code: codeSchema });

export const confirmAuthenticator = operatorAction("proofs.manage", input, ({ sql, session }, given) =>
  confirm(sql, session.token, given),
);
