import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { deriveProof, NEW_PROOF_PARAMETERS } from "./derive-proof.ts";

export interface FirstAdmin {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Makes the first person of an installation, with the one-time link that its first start printed. */
export async function setUpFirstAdmin(sql: postgres.Sql, admin: FirstAdmin): Promise<Outcome<null>> {
  const salt = randomBytes(16);
  const { memoryKib, passes, parallelism } = NEW_PROOF_PARAMETERS;
  const proof = await deriveProof(admin.password, { salt, memoryKib, passes, parallelism });
  await sql`
    select agents.fn_set_up(
      ${admin.token}, ${admin.email.toLowerCase()}, ${admin.name}, ${salt}, ${memoryKib}, ${passes}, ${parallelism}, ${proof}
    )`;
  return done(null);
}
