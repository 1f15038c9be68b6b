import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Changes one number, from this commit on. */
export async function setSetting(
  sql: postgres.Sql,
  token: string,
  name: string,
  value: number,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_set_setting(${token}, ${name}, ${value}, ${reason})`;
  return done(null);
}
