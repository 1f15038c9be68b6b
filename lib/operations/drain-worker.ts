import type postgres from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Takes a worker out of service after what it runs, or back into it. */
export async function drainWorker(
  sql: postgres.Sql,
  token: string,
  workerId: string,
  draining: boolean,
): Promise<Outcome<null>> {
  await sql`select agents.fn_drain_worker(${token}, ${workerId}, ${draining})`;
  // One that is taken back finds what waits at once.
  sendHint(sql, "airlock_work");
  return done(null);
}
