"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { setRoster as set } from "#lib/approvals/attention/roster.ts";

const input = z.strictObject({
  roster: z.array(z.strictObject({ personId: z.uuid(), step: z.union([z.literal(1), z.literal(2)]) })).max(50),
  reason: z.string().trim().min(1).max(2000),
});

export const setRoster = operatorAction("settings.change", input, ({ sql, session }, { roster, reason }) =>
  set(sql, session.token, roster, reason),
);
