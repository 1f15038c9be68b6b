import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Assertion, Attestation } from "./browser-answer.ts";
import type { RelyingParty } from "./relying-party.ts";

/**
 * The part of a passkey's answer that the database cannot verify: the signature, the origin, and that the device verified its person.
 * Which challenge it answers, and whether its counter grew, the database compares (fn_prove_step_up_passkey): only it knows them.
 */
const COMPARED_BY_THE_DATABASE = () => true;
const COUNTER_UNKNOWN = 0;

interface VerifiedAssertion {
  /** As the browser wrote it: the database reads type and challenge. */
  readonly clientData: string;
  readonly signCount: number;
}

export async function verifyAssertion(
  party: RelyingParty,
  answer: Assertion,
  publicKey: Uint8Array,
): Promise<Outcome<VerifiedAssertion>> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: COMPARED_BY_THE_DATABASE,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: answer.id, publicKey: new Uint8Array(publicKey), counter: COUNTER_UNKNOWN },
      requireUserVerification: true,
    });
    if (!verified) return refuse("step_up_failed", "The passkey's signature does not hold.");
    return done({ clientData: clientDataOf(answer), signCount: authenticationInfo.newCounter });
  } catch (error) {
    return refuse("step_up_failed", wordsOf(error));
  }
}

export interface NewPasskey extends VerifiedAssertion {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly transports: readonly string[];
}

export async function verifyAttestation(party: RelyingParty, answer: Attestation): Promise<Outcome<NewPasskey>> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: COMPARED_BY_THE_DATABASE,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified) return refuse("step_up_failed", "The new passkey cannot be verified.");
    const { credential } = registrationInfo;
    return done({
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey: credential.publicKey,
      signCount: credential.counter,
      clientData: clientDataOf(answer),
      transports: answer.response.transports,
    });
  } catch (error) {
    return refuse("step_up_failed", wordsOf(error));
  }
}

function clientDataOf({ response }: Assertion | Attestation): string {
  return Buffer.from(response.clientDataJSON, "base64url").toString("utf8");
}

/** The library throws what does not hold, with a sentence: another origin, a person who was not verified, bytes that are none. */
function wordsOf(error: unknown): string {
  return error instanceof Error
    ? `${error.message.slice(0, 200).replace(/\.$/, "")}.`
    : "The passkey's answer cannot be read.";
}
