import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { Role } from "#lib/policy/vocabulary.ts";

export interface RoleAnswer {
  readonly personId: string;
  /** The role that was seen; if another is proposed by now, the answer is refused. */
  readonly role: Role;
  readonly confirm: boolean;
}

/** The second admin's answer to a proposed role. */
export async function confirmRole(
  sql: postgres.Sql,
  token: string,
  { personId, role, confirm }: RoleAnswer,
): Promise<Outcome<null>> {
  await sql`select agents.fn_confirm_role(${token}, ${personId}, ${role}, ${confirm})`;
  return done(null);
}
