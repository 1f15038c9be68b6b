"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { releaseKillSwitch as release } from "#lib/operations/release-kill-switch.ts";

const input = z.strictObject({ id: z.uuid(), reason: z.string().trim().min(1).max(2000) });

export const releaseKillSwitch = operatorAction("kill-switch.release", input, ({ sql, session }, { id, reason }) =>
  release(sql, session.token, id, reason),
);
