import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { NEW_PROOF_PARAMETERS } from "./derive-proof.ts";
import type { Prover } from "./open-prover.ts";
import { readSetupLink } from "./read-setup-link.ts";

export interface SetupAnswer {
  readonly token: string;
  readonly password: string;
  /** Only the first admin names themselves; an invited person was named by who invited them. */
  readonly name?: string;
  readonly email?: string;
}

/** Follows a one-time link: the first start's makes the first admin, an invitation's lets its person choose a password. */
export async function followSetupLink(sql: postgres.Sql, prove: Prover, answer: SetupAnswer): Promise<Outcome<null>> {
  // Looked at first: whoever has no link makes this process derive nothing. It is used, once, by what follows.
  if (!(await readSetupLink(sql, answer.token))) return refuse("setup_link_used");
  const salt = randomBytes(16);
  const { memoryKib, passes, parallelism } = NEW_PROOF_PARAMETERS;
  const proof = await prove("known", answer.password, { salt, memoryKib, passes, parallelism });
  if (!proof.ok) return proof;
  await sql`
    select agents.fn_set_up(
      ${answer.token}, ${answer.email?.toLowerCase() ?? null}, ${answer.name ?? null}, ${salt}, ${memoryKib}, ${passes},
      ${parallelism}, ${proof.value}
    )`;
  return done(null);
}
