import type { Outcome } from "#lib/errors/outcome.ts";
import type { DraftVerdict } from "#lib/policy/drafts/check-draft.ts";
import type { RebasedDraft } from "#lib/policy/drafts/rebase-draft.ts";
import type { ProposedPolicy } from "#lib/policy/versions/propose-policy.ts";
import type { Draft } from "./draft-store.ts";

/** What the page of a draft needs of it. */
export type ShownVerdict = Omit<DraftVerdict, "document">;
export type ProposeAction = (draft: Draft & { reason: string }) => Promise<Outcome<ProposedPolicy>>;

/** Given by the page: components know no server. */
export interface EditorActions {
  readonly check: (input: { text: string }) => Promise<Outcome<ShownVerdict>>;
  readonly propose: ProposeAction;
  readonly rebase: (draft: Draft) => Promise<Outcome<RebasedDraft>>;
}
