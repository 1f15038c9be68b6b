import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** What the tool really returned, for a reviewer. The database puts each reading on record before it answers. */
export async function readRawOutput(sql: postgres.Sql, token: string, id: string): Promise<Outcome<string>> {
  const [row] = await sql<{ raw: Uint8Array }[]>`select agents.fn_read_raw_output(${token}, ${id}) as raw`;
  return done(row ? Buffer.from(row.raw).toString("utf8") : "");
}
