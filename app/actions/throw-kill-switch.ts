"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { throwKillSwitch as stop } from "#lib/operations/throw-kill-switch.ts";

const input = z.strictObject({ reason: z.string().trim().min(1).max(2000) });

export const throwKillSwitch = operatorAction("kill-switch.throw", input, ({ sql, session }, { reason }) =>
  stop(sql, session.token, { scope: "global", targetId: null }, reason),
);
