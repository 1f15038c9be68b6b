"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { throwKillSwitch } from "#lib/operations/throw-kill-switch.ts";

const input = z.strictObject({ agentId: z.uuid(), reason: z.string().trim().min(1).max(2000) });

/** The kill switch, for one agent. */
export const stopAgent = operatorAction("kill-switch.throw", input, ({ sql, session }, { agentId, reason }) =>
  throwKillSwitch(sql, session.token, { scope: "agent", targetId: agentId }, reason),
);
