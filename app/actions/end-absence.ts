"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { endAbsence as end } from "#lib/approvals/attention/absences.ts";

export const endAbsence = operatorAction(
  "approvals.attend",
  z.strictObject({ id: z.uuid() }),
  ({ sql, session }, { id }) => end(sql, session.token, id),
);
