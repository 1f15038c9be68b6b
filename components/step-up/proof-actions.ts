import type { Outcome } from "#lib/errors/outcome.ts";
import type { Enrolment } from "#lib/step-up/begin-enrolment.ts";
import type { AskedProof } from "#lib/step-up/begin-step-up.ts";
import type { Assertion, SentAttestation } from "#lib/step-up/browser-answer.ts";
import type { ShownSeed } from "#lib/step-up/enrol-authenticator.ts";

type Proved = Promise<Outcome<{ id: string }>>;

/** What giving a proof takes, whatever it is for. */
export interface GivingActions {
  readonly proveWithPasskey: (input: { stepUp: string; answer: Assertion }) => Proved;
  readonly proveWithCode: (input: { stepUp: string; code: string }) => Proved;
}

/** For one item. */
export interface StepUpActions extends GivingActions {
  readonly begin: (input: { subjectId: string; digest: string }) => Promise<Outcome<AskedProof>>;
}

interface Removing {
  readonly stepUp?: string;
  readonly reason?: string;
}

/** For changing one's own proofs, and as an admin for taking away another's. */
export interface ProofsActions extends GivingActions {
  readonly begin: (input: Record<string, never>) => Promise<Outcome<Enrolment>>;
  readonly proveWithPassword: (input: { stepUp: string; password: string }) => Proved;
  readonly enrolPasskey: (input: {
    stepUp: string;
    name: string;
    answer: SentAttestation;
  }) => Promise<Outcome<unknown>>;
  readonly enrolAuthenticator: (input: { stepUp: string }) => Promise<Outcome<ShownSeed>>;
  readonly confirmAuthenticator: (input: { code: string }) => Promise<Outcome<unknown>>;
  readonly removePasskey: (input: Removing & { passkeyId: string }) => Promise<Outcome<unknown>>;
  readonly removeAuthenticator: (input: Removing & { personId: string }) => Promise<Outcome<unknown>>;
}
