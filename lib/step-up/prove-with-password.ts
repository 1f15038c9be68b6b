import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { announceProof } from "#lib/sessions/announce-proof.ts";
import type { Session } from "#lib/sessions/session.ts";

/** The password again, before a person's proofs change; counted as tries to sign in are, with those of this session. */
export async function proveWithPassword(
  sql: postgres.Sql,
  session: Session,
  { stepUp, password }: { stepUp: string; password: string },
): Promise<Outcome<{ id: string }>> {
  const announced = await announceProof(sql, session.email, password, session.token);
  if (!announced) return refuse("bad_credentials");
  const [row] = await sql<{ answer: { id: string } | { error: "bad_credentials" } }[]>`
    select agents.fn_prove_step_up_password(${session.token}, ${stepUp}, ${announced.attempt}, ${announced.proof}) as answer`;
  if (!row || "error" in row.answer) return refuse("bad_credentials", "That is not your password.");
  return done(row.answer);
}
