import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Lets calls go on. What ran out of time meanwhile stays not run. */
export async function releaseKillSwitch(
  sql: postgres.Sql,
  token: string,
  switchId: string,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_release_kill_switch(${token}, ${switchId}, ${reason})`;
  return done(null);
}
