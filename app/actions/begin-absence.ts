"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { beginAbsence as begin } from "#lib/approvals/attention/absences.ts";

const input = z.strictObject({ toPerson: z.uuid(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() });

export const beginAbsence = operatorAction(
  "approvals.decide",
  input,
  ({ sql, session }, { toPerson, startsAt, endsAt }) =>
    begin(sql, session.token, toPerson, new Date(startsAt), new Date(endsAt)),
);
