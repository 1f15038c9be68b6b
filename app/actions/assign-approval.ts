"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { assign, SUBJECT_KINDS } from "#lib/approvals/attention/attend.ts";

const input = z.strictObject({ kind: z.enum(SUBJECT_KINDS), id: z.uuid(), personId: z.uuid().nullable() });

export const assignApproval = operatorAction("approvals.attend", input, ({ sql, session }, { personId, ...subject }) =>
  assign(sql, session.token, subject, personId),
);
