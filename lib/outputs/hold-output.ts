import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** While it is held nothing of an output is deleted, by anybody. */
export async function holdOutput(
  sql: postgres.Sql,
  token: string,
  id: string,
  hold: boolean,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_hold_output(${token}, ${id}, ${hold}, ${reason})`;
  return done(null);
}
