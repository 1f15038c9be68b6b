"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { actionTypeSchema } from "#lib/policy/action-types.ts";
import { registerActionType as register } from "#lib/registry/action-types/register-action-type.ts";

const input = z.strictObject({
  name: actionTypeSchema,
  description: z.string().trim().min(1, "Say in a sentence what it is.").max(400),
});

export const registerActionType = operatorAction("action-types.register", input, ({ sql, session }, request) =>
  register(sql, session.token, request),
);
