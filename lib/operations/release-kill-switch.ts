import type postgres from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Lets calls go on. What ran out of time meanwhile stays not run. */
export async function releaseKillSwitch(
  sql: postgres.Sql,
  token: string,
  switchId: string,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_release_kill_switch(${token}, ${switchId}, ${reason})`;
  sendHint(sql, "airlock_events");
  sendHint(sql, "airlock_work");
  return done(null);
}
