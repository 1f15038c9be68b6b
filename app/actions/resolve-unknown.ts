"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { RESOLUTIONS, resolveUnknown as resolve } from "#lib/invocations/resolve-unknown.ts";

const input = z.strictObject({
  id: z.uuid(),
  fence: z.number().int().min(1),
  outcome: z.enum(RESOLUTIONS),
  reason: z.string().trim().min(1, "Say how you know; the agent receives it.").max(2000),
});

export const resolveUnknown = operatorAction(
  "invocations.resolve-unknown",
  input,
  ({ sql, session }, { outcome, reason, ...seen }) => resolve(sql, session.token, seen, outcome, reason),
);
