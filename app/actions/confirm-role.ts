"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { ROLES } from "#lib/policy/vocabulary.ts";
import { confirmRole as confirm } from "#lib/sessions/confirm-role.ts";

const input = z.strictObject({ personId: z.uuid(), role: z.enum(ROLES), confirm: z.boolean() });

export const confirmRole = operatorAction("people.manage", input, ({ sql, session }, answer) =>
  confirm(sql, session.token, answer),
);
