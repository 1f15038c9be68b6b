import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export async function revokeAgentKey(sql: postgres.Sql, token: string, keyId: string): Promise<Outcome<null>> {
  await sql`select agents.fn_revoke_agent_key(${token}, ${keyId})`;
  return done(null);
}
