"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { saveView } from "#lib/approvals/views/save-view.ts";

const input = z.strictObject({
  name: z.string().trim().min(1).max(60),
  query: z.string().max(1000),
  shared: z.boolean(),
});

export const saveInboxView = operatorAction("pages.see", input, ({ sql, session }, view) =>
  saveView(sql, session.token, view),
);
