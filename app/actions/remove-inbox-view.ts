"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { removeView } from "#lib/approvals/views/remove-view.ts";

const input = z.strictObject({ id: z.uuid() });

export const removeInboxView = operatorAction("pages.see", input, ({ sql, session }, { id }) =>
  removeView(sql, session.token, id),
);
