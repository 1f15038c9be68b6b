"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { signOut } from "#lib/sessions/sign-out.ts";

const input = z.strictObject({ id: z.uuid().optional() });

/** Without an id: the session that asks. Its cookie is worthless from then on, wherever it was copied to. */
export const endSession = operatorAction("sessions.end-own", input, ({ sql, session }, { id }) =>
  signOut(sql, session.token, id),
);
