import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/**
 * What the tool really returned, for a reviewer. Two statements, each committed by itself: the database hands nothing over
 * before the reading is on record.
 */
export async function readRawOutput(sql: postgres.Sql, token: string, id: string): Promise<Outcome<string>> {
  const [asked] = await sql<{ reading: string }[]>`select agents.fn_ask_raw_output(${token}, ${id}) as reading`;
  const [row] = await sql<{ raw: Uint8Array }[]>`
    select agents.fn_read_raw_output(${token}, ${asked?.reading ?? null}) as raw`;
  return done(row ? Buffer.from(row.raw).toString("utf8") : "");
}
