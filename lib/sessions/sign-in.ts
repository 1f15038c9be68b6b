import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { announceProof } from "./announce-proof.ts";
import type { Prover } from "./open-prover.ts";

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  /** What the browser calls itself; a person sees it in the list of their sessions. */
  readonly client: string;
  /** The word by which this browser was known last time; absent at the first. Good for this try alone. */
  readonly browser?: string | undefined;
}

export interface SignedIn {
  /** The new session's. */
  readonly token: string;
  /** For the browser to keep: with it nobody else's wrong passwords keep this person out. It opens nothing. */
  readonly browser: string;
}

/** Signs a person in. The database judges the proof; this side chooses the words, of which the database keeps hashes. */
export async function signIn(sql: postgres.Sql, prove: Prover, request: SignInRequest): Promise<Outcome<SignedIn>> {
  try {
    // Two statements, each committed by itself: the try is counted before it is answered.
    const announced = await announceProof(sql, prove, request.email, request.password, request.browser);
    if (!announced.ok) return announced;
    const { attempt, proof } = announced.value;
    const token = randomBytes(32).toString("base64url");
    // Never the word that was brought: whoever else has that one, or used this browser before, could use up this person's tries with it.
    const browser = randomBytes(32).toString("base64url");
    const [row] = await sql<{ answer: { error?: "bad_credentials" } }[]>`
      select agents.fn_sign_in(
        ${attempt}, ${request.email}, ${proof}, ${token}, ${request.client.slice(0, 200)}, ${browser}
      ) as answer`;
    if (!row || row.answer.error) return refuse("bad_credentials");
    return done({ token, browser });
  } catch (error) {
    const refusal = refusalFromDatabase(error);
    if (refusal) return refusal;
    throw error;
  }
}
