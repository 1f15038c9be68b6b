"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { done, refuse } from "#lib/errors/outcome.ts";
import { PostgresIdempotencyStore } from "#lib/invocations/idempotency-store.ts";

const input = z.strictObject({ agentId: z.uuid(), key: z.string().min(1).max(256) });

/** What the agent would be told if it asked again with this key. Nothing runs. */
export const replayInvocation = operatorAction("invocations.replay", input, async ({ sql }, { agentId, key }) => {
  const recorded = await new PostgresIdempotencyStore(sql).recall(agentId, key);
  return recorded ? done(recorded) : refuse("not_found", "No result is recorded under this key yet.");
});
