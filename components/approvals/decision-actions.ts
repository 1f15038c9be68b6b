import type { Decided, Decision } from "#lib/approvals/decide-invocation.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

/** The server actions that the inbox is given by its page. */
export interface DecisionActions {
  readonly approve: (input: Decision & { reason?: string }) => Promise<Outcome<Decided>>;
  readonly reject: (input: Decision & { reason: string; note?: string }) => Promise<Outcome<Decided>>;
}
