"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { comment, SUBJECT_KINDS } from "#lib/approvals/attention/attend.ts";

const input = z.strictObject({ kind: z.enum(SUBJECT_KINDS), id: z.uuid(), body: z.string().trim().min(1).max(4000) });

export const commentOnApproval = operatorAction("approvals.attend", input, ({ sql, session }, { body, ...subject }) =>
  comment(sql, session.token, subject, body),
);
