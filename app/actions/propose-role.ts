"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { ROLES } from "#lib/policy/vocabulary.ts";
import { proposeRole as propose } from "#lib/sessions/propose-role.ts";

const input = z.strictObject({ personId: z.uuid(), role: z.enum(ROLES) });

export const proposeRole = operatorAction("people.manage", input, ({ sql, session }, { personId, role }) =>
  propose(sql, session.token, personId, role),
);
