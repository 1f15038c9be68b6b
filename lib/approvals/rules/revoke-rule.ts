import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export interface RevokedRule {
  readonly id: string;
  /** Calls that it had released and that wait for people again. */
  readonly returned: number;
}

export async function revokeRule(
  sql: postgres.Sql,
  token: string,
  rule: string,
  reason: string,
): Promise<Outcome<RevokedRule>> {
  const [row] = await sql<{ revoked: RevokedRule }[]>`
    select agents.fn_revoke_rule(${token}, ${rule}, ${reason}) as revoked`;
  if (!row) throw new Error("The database gave no answer to a revocation.");
  return done(row.revoked);
}
