import type postgres from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { waitToStop } from "#db/wait-to-stop.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export interface Freezing {
  readonly agentId: string;
  readonly frozen: boolean;
  readonly reason: string;
}

/** Denies an agent's calls from now on, or lets it go on. */
export async function freezeAgent(
  sql: postgres.Sql,
  token: string,
  { agentId, frozen, reason }: Freezing,
): Promise<Outcome<null>> {
  await waitToStop(sql, (stop) => stop`select agents.fn_freeze_agent(${token}, ${agentId}, ${frozen}, ${reason})`);
  sendHint(sql, "airlock_events");
  sendHint(sql, "airlock_work");
  return done(null);
}
