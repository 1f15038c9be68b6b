import { createHash } from "node:crypto";
import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Prover } from "./open-prover.ts";

interface Challenge {
  salt: Uint8Array;
  memory_kib: number;
  passes: number;
  parallelism: number;
  known: boolean;
}

/** A try with a password, counted: the database has committed it before it can be answered. */
export interface AnnouncedProof {
  readonly attempt: string;
  readonly proof: Buffer;
}

/**
 * The database answers a challenge for every address, known or not, and counts tries; this side only computes the proof, and only where a try
 * would be taken. With `knownBy`, a word that shows that the person has been here before, they are counted apart from those of whoever knows the
 * address, and stand in another line.
 */
export async function announceProof(
  sql: postgres.Sql,
  prove: Prover,
  email: string,
  password: string,
  knownBy?: string,
): Promise<Outcome<AnnouncedProof>> {
  const [challenge] = await sql<Challenge[]>`
    select * from agents.fn_sign_in_challenge(${email}, ${knownBy ?? null})`;
  if (!challenge) return refuse("bad_credentials");
  const { known, salt, memory_kib: memoryKib, passes, parallelism } = challenge;
  const proof = await prove(known ? "known" : "unknown", password, { salt, memoryKib, passes, parallelism });
  if (!proof.ok) return proof;
  const [attempt] = await sql<{ id: string }[]>`
    select agents.fn_begin_sign_in(${email}, ${createHash("sha256").update(proof.value).digest()}, ${knownBy ?? null}) as id`;
  return attempt ? done({ attempt: attempt.id, proof: proof.value }) : refuse("bad_credentials");
}
