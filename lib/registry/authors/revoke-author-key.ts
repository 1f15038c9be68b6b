import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export async function revokeAuthorKey(sql: postgres.Sql, token: string, keyId: string): Promise<Outcome<null>> {
  await sql`select agents.fn_revoke_author_key(${token}, ${keyId})`;
  return done(null);
}
