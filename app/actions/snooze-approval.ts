"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { SUBJECT_KINDS, snooze } from "#lib/approvals/attention/attend.ts";

const input = z.strictObject({
  kind: z.enum(SUBJECT_KINDS),
  id: z.uuid(),
  /** Null: back into sight. */
  minutes: z.int().min(1).max(1440).nullable(),
});

export const snoozeApproval = operatorAction("pages.see", input, ({ sql, session }, { minutes, ...subject }) =>
  snooze(sql, session.token, subject, minutes),
);
