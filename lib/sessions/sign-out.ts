import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** Ends a session of this person: the one that asks, or another of theirs. It is dead from the next statement on. */
export async function signOut(sql: postgres.Sql, token: string, otherId?: string): Promise<Outcome<null>> {
  await sql`select agents.fn_sign_out(${token}, ${otherId ?? null})`;
  return done(null);
}
