import type { TogetherAnswer } from "#lib/approvals/bulk/decide-together.ts";
import type { FoldedDecision } from "#lib/approvals/bulk/with-duplicates.ts";
import type { Decided, Decision, Receipt } from "#lib/approvals/decide-invocation.ts";
import type { Edited, EditVerdict } from "#lib/approvals/edit/edit-invocation.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

/** What decides: a call by itself, or several by one act. */
export interface DecisionActions {
  readonly approve: (
    input: Decision & { reason?: string; receipt?: Receipt; stepUp?: string },
  ) => Promise<Outcome<Decided>>;
  readonly reject: (input: Decision & { reason: string; note?: string }) => Promise<Outcome<Decided>>;
  readonly undo: (input: { id: string; reason?: string }) => Promise<Outcome<unknown>>;
  readonly previewEdit: (input: Decision & { input: string }) => Promise<Outcome<EditVerdict>>;
  readonly edit: (input: Decision & { input: string; reason: string }) => Promise<Outcome<Edited>>;
  readonly approveTogether: (input: { items: FoldedDecision[]; reason?: string }) => Promise<Outcome<TogetherAnswer[]>>;
  readonly rejectTogether: (input: {
    items: FoldedDecision[];
    reason: string;
    note?: string;
  }) => Promise<Outcome<TogetherAnswer[]>>;
}
