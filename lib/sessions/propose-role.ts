import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { Role } from "#lib/policy/vocabulary.ts";

/** Asks for another role for somebody; it acts when a second admin confirms it. */
export async function proposeRole(
  sql: postgres.Sql,
  token: string,
  personId: string,
  role: Role,
): Promise<Outcome<null>> {
  await sql`select agents.fn_propose_role(${token}, ${personId}, ${role})`;
  return done(null);
}
