"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { tryCall } from "#lib/registry/trial/try-call.ts";

const input = z.strictObject({
  toolId: z.uuid(),
  agentId: z.uuid(),
  input: z.string().max(200_000, "An input to try has at most 200,000 characters."),
});

/** Everybody who sees the pages may ask what would happen; the answer changes nothing. */
export const tryTool = operatorAction("pages.see", input, ({ sql, session }, trial) =>
  tryCall(sql, session.token, trial),
);
