import type { Outcome } from "#lib/errors/outcome.ts";
import type { ResolvedAs, SeenRun } from "#lib/invocations/resolve-unknown.ts";
import type { ReviewDecided } from "#lib/registry/decide-review.ts";

/** What a person can do with something that is not a call that waits. */
export interface ItemActions {
  readonly decideItem: (input: ItemDecision) => Promise<Outcome<ReviewDecided>>;
  readonly resolveUnknown: (input: SeenRun & { outcome: ResolvedAs; reason: string }) => Promise<Outcome<unknown>>;
}

export interface ItemDecision {
  readonly approvalId: string;
  readonly digest: string;
  readonly decision: "approve" | "reject";
  readonly reason: string;
  readonly note?: string;
  readonly stepUp?: string;
}
