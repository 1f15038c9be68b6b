import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { announceProof } from "./announce-proof.ts";

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  /** What the browser calls itself; a person sees it in the list of their sessions. */
  readonly client: string;
}

/**
 * Signs a person in and gives the new session's token. The database judges the proof; this side chooses the token, of which the
 * database keeps a hash.
 */
export async function signIn(sql: postgres.Sql, request: SignInRequest): Promise<Outcome<{ token: string }>> {
  try {
    // Two statements, each committed by itself: the try is counted before it is answered.
    const announced = await announceProof(sql, request.email, request.password);
    if (!announced) return refuse("bad_credentials");
    const token = randomBytes(32).toString("base64url");
    const [row] = await sql<{ answer: { error?: "bad_credentials" } }[]>`
      select agents.fn_sign_in(${announced.attempt}, ${request.email}, ${announced.proof}, ${token}, ${request.client.slice(0, 200)}) as answer`;
    if (!row || row.answer.error) return refuse("bad_credentials");
    return done({ token });
  } catch (error) {
    const refusal = refusalFromDatabase(error);
    if (refusal) return refusal;
    throw error;
  }
}
