import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Ends a server for good, and every tool that forwards to it. */
export async function retireServer(
  sql: postgres.Sql,
  token: string,
  { serverId, reason }: { readonly serverId: string; readonly reason: string },
): Promise<Outcome<null>> {
  await sql`select agents.fn_retire_mcp_server(${token}, ${serverId}, ${reason})`;
  return done(null);
}
