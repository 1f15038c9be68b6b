import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Has the next free dispatcher ask the server for its tools. */
export async function requestSync(sql: postgres.Sql, token: string, serverId: string): Promise<Outcome<null>> {
  await sql`select agents.fn_request_mcp_sync(${token}, ${serverId})`;
  return done(null);
}
