import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Deletes what a tool really returned; its digests, the findings and what the agent received stay. */
export async function deleteRawOutput(
  sql: postgres.Sql,
  token: string,
  id: string,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_delete_raw_output(${token}, ${id}, ${reason})`;
  return done(null);
}
