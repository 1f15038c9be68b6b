import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** One's own with a proof that was given for it, another's as an admin with a reason: the database looks at which it is. */
export interface Removal {
  readonly stepUp?: string | undefined;
  readonly reason?: string | undefined;
}

export async function removePasskey(
  sql: postgres.Sql,
  token: string,
  { passkeyId, stepUp, reason }: Removal & { passkeyId: string },
): Promise<Outcome<null>> {
  await sql`select agents.fn_revoke_passkey(${token}, ${passkeyId}, ${stepUp ?? null}, ${reason ?? null})`;
  return done(null);
}

export async function removeAuthenticator(
  sql: postgres.Sql,
  token: string,
  { personId, stepUp, reason }: Removal & { personId: string },
): Promise<Outcome<null>> {
  await sql`select agents.fn_revoke_totp(${token}, ${personId}, ${stepUp ?? null}, ${reason ?? null})`;
  return done(null);
}
