import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { announceProof } from "#lib/sessions/announce-proof.ts";
import type { Prover } from "#lib/sessions/open-prover.ts";
import type { Session } from "#lib/sessions/session.ts";

/** The password again, before a person's proofs change; counted as tries to sign in are, with those of this session. */
export async function proveWithPassword(
  sql: postgres.Sql,
  prove: Prover,
  session: Session,
  { stepUp, password }: { stepUp: string; password: string },
): Promise<Outcome<{ id: string }>> {
  const announced = await announceProof(sql, prove, session.email, password, session.token);
  if (!announced.ok) return announced;
  const { attempt, proof } = announced.value;
  const [row] = await sql<{ answer: { id: string } | { error: "bad_credentials" } }[]>`
    select agents.fn_prove_step_up_password(${session.token}, ${stepUp}, ${attempt}, ${proof}) as answer`;
  if (!row || "error" in row.answer) return refuse("bad_credentials", "That is not your password.");
  return done(row.answer);
}
