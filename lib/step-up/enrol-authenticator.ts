import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Session } from "#lib/sessions/session.ts";
import { base32, otpauthUri } from "./otpauth-uri.ts";

/** A seed, the one time that it leaves the database. */
export interface ShownSeed {
  readonly uri: string;
  /** For whoever types instead of photographing. */
  readonly letters: string;
}

export async function enrolAuthenticator(
  sql: postgres.Sql,
  session: Session,
  host: string,
  { stepUp }: { stepUp: string },
): Promise<Outcome<ShownSeed>> {
  const [row] = await sql<{ seed: Uint8Array }[]>`select agents.fn_enrol_totp(${session.token}, ${stepUp}) as seed`;
  if (!row) return refuse("internal");
  return done({ uri: otpauthUri(row.seed, session.email, host), letters: base32(row.seed) });
}
