import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Assertion, SentAttestation } from "#lib/step-up/browser-answer.ts";
import { passkeyProblem } from "./passkey-problem.ts";

/** The browser's own part: it shows its dialog, the device verifies its person, and what was signed comes back. */

export function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<Outcome<Assertion>> {
  return orProblem(async () => {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature } = response;
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } };
  });
}

export function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<Outcome<SentAttestation>> {
  return orProblem(async () => {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  });
}

/** Takes the browser's dialog away when ours goes. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function orProblem<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    return { ok: false, code: "step_up_failed", message: passkeyProblem(error instanceof Error ? error.name : "") };
  }
}
