"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { extend, SUBJECT_KINDS } from "#lib/approvals/attention/attend.ts";

const input = z.strictObject({ kind: z.enum(SUBJECT_KINDS), id: z.uuid() });

export const extendApproval = operatorAction("approvals.attend", input, ({ sql, session }, subject) =>
  extend(sql, session.token, subject),
);
