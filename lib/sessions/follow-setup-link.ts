import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { deriveProof, NEW_PROOF_PARAMETERS } from "./derive-proof.ts";

export interface SetupAnswer {
  readonly token: string;
  readonly password: string;
  /** Only the first admin names themselves; an invited person was named by who invited them. */
  readonly name?: string;
  readonly email?: string;
}

/** Follows a one-time link: the first start's makes the first admin, an invitation's lets its person choose a password. */
export async function followSetupLink(sql: postgres.Sql, answer: SetupAnswer): Promise<Outcome<null>> {
  const salt = randomBytes(16);
  const { memoryKib, passes, parallelism } = NEW_PROOF_PARAMETERS;
  const proof = await deriveProof(answer.password, { salt, memoryKib, passes, parallelism });
  await sql`
    select agents.fn_set_up(
      ${answer.token}, ${answer.email?.toLowerCase() ?? null}, ${answer.name ?? null}, ${salt}, ${memoryKib}, ${passes},
      ${parallelism}, ${proof}
    )`;
  return done(null);
}
