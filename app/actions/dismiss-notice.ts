"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { dismissNotice as dismiss } from "#lib/notices/dismiss-notice.ts";

const input = z.strictObject({ noticeId: z.uuid() });

export const dismissNotice = operatorAction("notices.dismiss", input, ({ sql, session }, { noticeId }) =>
  dismiss(sql, session.token, noticeId),
);
