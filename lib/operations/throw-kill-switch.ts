import type postgres from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { waitToStop } from "#db/wait-to-stop.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { retryBusy } from "#lib/errors/retry-busy.ts";

export interface KillScope {
  readonly scope: "global" | "agent" | "tool";
  readonly targetId: string | null;
}

/** Stops calls in a scope, from this commit on. */
export async function throwKillSwitch(
  sql: postgres.Sql,
  token: string,
  { scope, targetId }: KillScope,
  reason: string,
): Promise<Outcome<null>> {
  await retryBusy(() =>
    waitToStop(sql, (stop) => stop`select agents.fn_throw_kill_switch(${token}, ${scope}, ${targetId}, ${reason})`),
  );
  sendHint(sql, "airlock_events");
  sendHint(sql, "airlock_work");
  return done(null);
}
