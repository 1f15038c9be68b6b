"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { setSetting as set } from "#lib/operations/set-setting.ts";

const input = z.strictObject({
  name: z.string().min(1).max(100),
  value: z.number(),
  reason: z.string().trim().max(2000),
});

export const setSetting = operatorAction("settings.change", input, ({ sql, session }, { name, value, reason }) =>
  set(sql, session.token, name, value, reason),
);
