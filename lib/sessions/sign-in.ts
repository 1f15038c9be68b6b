import { createHash, randomBytes } from "node:crypto";
import type postgres from "postgres";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { deriveProof } from "./derive-proof.ts";

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  /** What the browser calls itself; a person sees it in the list of their sessions. */
  readonly client: string;
}

interface Challenge {
  salt: Uint8Array;
  memory_kib: number;
  passes: number;
  parallelism: number;
}

/**
 * Signs a person in and gives the new session's token. The database answers a challenge for every address, known or not,
 * and counts failures; this side only computes the proof and chooses the token, of which the database keeps a hash.
 */
export async function signIn(sql: postgres.Sql, request: SignInRequest): Promise<Outcome<{ token: string }>> {
  try {
    const [challenge] = await sql<Challenge[]>`select * from agents.fn_sign_in_challenge(${request.email})`;
    if (!challenge) return refuse("bad_credentials");
    const proof = await deriveProof(request.password, { ...challenge, memoryKib: challenge.memory_kib });
    const token = randomBytes(32).toString("base64url");
    // Two statements, each committed by itself: the try is counted before it is answered.
    const [attempt] = await sql<{ id: string }[]>`
      select agents.fn_begin_sign_in(${request.email}, ${createHash("sha256").update(proof).digest()}) as id`;
    const [row] = await sql<{ answer: { error?: "bad_credentials" } }[]>`
      select agents.fn_sign_in(${attempt?.id ?? null}, ${request.email}, ${proof}, ${token}, ${request.client.slice(0, 200)}) as answer`;
    if (!row || row.answer.error) return refuse("bad_credentials");
    return done({ token });
  } catch (error) {
    const refusal = refusalFromDatabase(error);
    if (refusal) return refusal;
    throw error;
  }
}
