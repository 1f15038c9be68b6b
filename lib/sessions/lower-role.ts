import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export interface Lowering {
  readonly personId: string;
  readonly disable: boolean;
  readonly reason: string;
}

/** Takes rights away at once: the role becomes viewer, or the whole account ends. */
export async function lowerRole(
  sql: postgres.Sql,
  token: string,
  { personId, disable, reason }: Lowering,
): Promise<Outcome<null>> {
  await sql`select agents.fn_lower_role(${token}, ${personId}, ${disable}, ${reason})`;
  return done(null);
}
