import type { Subject } from "#lib/approvals/attention/attend.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

/** What a person can do about a question without answering it. */
export interface AttentionActions {
  readonly comment: (input: Subject & { body: string }) => Promise<Outcome<null>>;
  readonly assign: (input: Subject & { personId: string | null }) => Promise<Outcome<{ personId: string | null }>>;
  readonly snooze: (input: Subject & { minutes: number | null }) => Promise<Outcome<null>>;
  readonly extend: (input: Subject) => Promise<Outcome<{ expiresAt: string }>>;
  readonly escalate: (input: Subject & { reason: string }) => Promise<Outcome<null>>;
}
