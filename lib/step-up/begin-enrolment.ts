import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Session } from "#lib/sessions/session.ts";
import { creationOptions, type KnownCredential, requestOptions } from "./passkey-options.ts";
import type { ProofMethod } from "./proof-method.ts";
import type { RelyingParty } from "./relying-party.ts";

export interface Enrolment {
  readonly id: string;
  /** All of these, in this order, before anything changes. */
  readonly methods: readonly (ProofMethod | "password")[];
  readonly request: PublicKeyCredentialRequestOptionsJSON | null;
  /** Null where this installation's address allows no passkeys; `problem` says why. */
  readonly creation: PublicKeyCredentialCreationOptionsJSON | null;
  readonly problem: string | null;
}

interface Answer {
  readonly id: string;
  readonly challenge: string;
  readonly methods: Enrolment["methods"];
  readonly credentials: readonly KnownCredential[];
}

/** Begins a change of a person's own proofs: says what they prove first, and what a new passkey is made with. */
export async function beginEnrolment(
  sql: postgres.Sql,
  session: Session,
  party: Outcome<RelyingParty>,
): Promise<Outcome<Enrolment>> {
  const [row] = await sql<{ asked: Answer }[]>`select agents.fn_begin_enrolment(${session.token}) as asked`;
  if (!row) return refuse("internal");
  const { id, methods, challenge, credentials } = row.asked;
  if (!party.ok) {
    return methods.includes("passkey")
      ? party
      : done({ id, methods, request: null, creation: null, problem: party.message });
  }
  return done({
    id,
    methods,
    request: methods.includes("passkey") ? requestOptions(party.value, challenge, credentials) : null,
    creation: creationOptions(party.value, challenge, session, credentials),
    problem: null,
  });
}
