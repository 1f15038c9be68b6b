import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type KnownCredential, requestOptions } from "./passkey-options.ts";
import type { ProofMethod, ProvenItem } from "./proof-method.ts";
import type { RelyingParty } from "./relying-party.ts";

export interface AskedProof {
  /** Null when the person has set up nothing that would do. */
  readonly id: string | null;
  /** What would do, and of that what the person has. */
  readonly allowed: readonly ProofMethod[];
  readonly methods: readonly ProofMethod[];
  readonly passkey: PublicKeyCredentialRequestOptionsJSON | null;
}

interface Answer {
  readonly id: string | null;
  readonly challenge: string | null;
  readonly allowed: readonly ProofMethod[];
  readonly methods: readonly ProofMethod[];
  readonly credentials: readonly KnownCredential[];
}

/** Asks for a proof for one item as it is on the screen. Where no passkey can work, a code still may. */
export async function beginStepUp(
  sql: postgres.Sql,
  token: string,
  party: Outcome<RelyingParty>,
  { subjectId, digest }: Omit<ProvenItem, "methods">,
): Promise<Outcome<AskedProof>> {
  const [row] = await sql<
    { asked: Answer }[]
  >`select agents.fn_begin_step_up(${token}, ${subjectId}, ${digest}) as asked`;
  if (!row) return refuse("internal");
  const { id, allowed, methods, challenge, credentials } = row.asked;
  const usable = methods.filter((method) => method !== "passkey" || party.ok);
  if (id && usable.length === 0 && !party.ok) return party;
  const passkey =
    challenge && party.ok && usable.includes("passkey") ? requestOptions(party.value, challenge, credentials) : null;
  return done({ id, allowed, methods: usable, passkey });
}
