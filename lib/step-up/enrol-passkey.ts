import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { Attestation } from "./browser-answer.ts";
import type { RelyingParty } from "./relying-party.ts";
import { verifyAttestation } from "./verify-passkey.ts";

/** Keeps a passkey that a browser has just made, under the name that its person gave it. */
export async function enrolPasskey(
  sql: postgres.Sql,
  token: string,
  party: Outcome<RelyingParty>,
  { stepUp, name, answer }: { stepUp: string; name: string; answer: Attestation },
): Promise<Outcome<null>> {
  if (!party.ok) return party;
  const verified = await verifyAttestation(party.value, answer);
  if (!verified.ok) return verified;
  const { credentialId, publicKey, clientData, signCount, transports } = verified.value;
  await sql`
    select agents.fn_enrol_passkey(${token}, ${stepUp}, ${name}, ${Buffer.from(credentialId)}, ${Buffer.from(publicKey)}, ${clientData},
      ${signCount}, ${[...transports]}::text[])`;
  return done(null);
}
