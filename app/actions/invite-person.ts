"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { ROLES } from "#lib/policy/vocabulary.ts";
import { invitePerson as invite } from "#lib/sessions/invite-person.ts";

const input = z.strictObject({
  email: z.email("That is not an e-mail address.").max(254),
  name: z.string().trim().min(1, "A name is needed.").max(120),
  role: z.enum(ROLES),
});

export const invitePerson = operatorAction("people.manage", input, ({ sql, session }, invitation) =>
  invite(sql, session.token, invitation),
);
