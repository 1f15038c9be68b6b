import { createHash } from "node:crypto";
import type postgres from "postgres";
import { deriveProof } from "./derive-proof.ts";

interface Challenge {
  salt: Uint8Array;
  memory_kib: number;
  passes: number;
  parallelism: number;
}

/** A try with a password, counted: the database has committed it before it can be answered. */
export interface AnnouncedProof {
  readonly attempt: string;
  readonly proof: Buffer;
}

/**
 * The database answers a challenge for every address, known or not, and counts tries; this side only computes the proof. With `knownBy`, a
 * word that shows that the person has been here before, they are counted apart from those of whoever knows the address.
 */
export async function announceProof(
  sql: postgres.Sql,
  email: string,
  password: string,
  knownBy?: string,
): Promise<AnnouncedProof | undefined> {
  const [challenge] = await sql<Challenge[]>`select * from agents.fn_sign_in_challenge(${email})`;
  if (!challenge) return undefined;
  const proof = await deriveProof(password, { ...challenge, memoryKib: challenge.memory_kib });
  const [attempt] = await sql<{ id: string }[]>`
    select agents.fn_begin_sign_in(${email}, ${createHash("sha256").update(proof).digest()}, ${knownBy ?? null}) as id`;
  return attempt && { attempt: attempt.id, proof };
}
