"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { escalate, SUBJECT_KINDS } from "#lib/approvals/attention/attend.ts";

const input = z.strictObject({ kind: z.enum(SUBJECT_KINDS), id: z.uuid(), reason: z.string().trim().min(1).max(2000) });

export const escalateApproval = operatorAction("approvals.attend", input, ({ sql, session }, { reason, ...subject }) =>
  escalate(sql, session.token, subject, reason),
);
