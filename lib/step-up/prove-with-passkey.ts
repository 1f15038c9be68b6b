import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Session } from "#lib/sessions/session.ts";
import type { Assertion } from "./browser-answer.ts";
import type { RelyingParty } from "./relying-party.ts";
import { verifyAssertion } from "./verify-passkey.ts";

/** Verifies what a passkey signed and has the database judge the rest: whose it is, which question it answers, once and in time. */
export async function proveWithPasskey(
  sql: postgres.Sql,
  session: Session,
  party: Outcome<RelyingParty>,
  { stepUp, answer }: { stepUp: string; answer: Assertion },
): Promise<Outcome<{ id: string }>> {
  if (!party.ok) return party;
  const credential = Buffer.from(answer.id, "base64url");
  const [passkey] = await sql<{ publicKey: Uint8Array }[]>`
    select public_key as "publicKey" from agents.passkeys
    where credential_id = ${credential} and person_id = ${session.personId} and revoked_at is null`;
  if (!passkey) return refuse("step_up_failed", "This passkey is not one of yours, or was removed.");
  const verified = await verifyAssertion(party.value, answer, passkey.publicKey);
  if (!verified.ok) return verified;
  const { clientData, signCount } = verified.value;
  const [row] = await sql<{ answer: { id: string } | { error: "count_fell" } }[]>`
    select agents.fn_prove_step_up_passkey(${session.token}, ${stepUp}, ${credential}, ${clientData}, ${signCount}) as answer`;
  if (!row || "error" in row.answer) {
    return refuse(
      "step_up_failed",
      "This passkey counted backwards, as a copy of it would: it was written down. Tell an admin.",
    );
  }
  return done(row.answer);
}
