"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { freezeAgent as freeze } from "#lib/agents/freeze-agent.ts";

const input = z.strictObject({
  agentId: z.uuid(),
  frozen: z.boolean(),
  reason: z.string().trim().min(1, "Say why.").max(2000),
});

export const freezeAgent = operatorAction("agents.freeze", input, ({ sql, session }, freezing) =>
  freeze(sql, session.token, freezing),
);
