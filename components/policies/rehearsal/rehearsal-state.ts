import type { Refusal } from "#lib/errors/outcome.ts";
import type { LocatedProblem } from "#lib/policy/document/policy-problem.ts";
import type { RehearsalResult } from "#lib/policy/rehearsal/rehearsal-result.ts";
import type { RehearsalNews } from "#lib/rehearsal/rehearsal-news.ts";
import { problemsOf } from "../editor/problems-of.ts";

export type RehearsalState =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly startedAt: number; readonly total: number | null; readonly done: number }
  | { readonly kind: "cancelled" }
  | { readonly kind: "done"; readonly inForce: number; readonly seconds: number; readonly result: RehearsalResult }
  | { readonly kind: "refused"; readonly message: string; readonly problems: readonly LocatedProblem[] };

/** The version in force comes with the first line and is needed with the last. */
export interface FollowedRehearsal {
  readonly state: RehearsalState;
  readonly inForce: number;
}

export function begin(startedAt: number): FollowedRehearsal {
  return { state: { kind: "running", startedAt, total: null, done: 0 }, inForce: 0 };
}

export function hear(followed: FollowedRehearsal, news: RehearsalNews): FollowedRehearsal {
  const { state, inForce } = followed;
  if (state.kind !== "running") return followed;
  switch (news.kind) {
    case "begun":
      return { state: { ...state, total: news.total }, inForce: news.inForce };
    case "progress":
      return { state: { ...state, done: news.done }, inForce };
    case "result":
      return { state: { kind: "done", inForce, seconds: news.seconds, result: news.result }, inForce };
    case "failed":
      return { state: { kind: "refused", message: news.message, problems: [] }, inForce };
  }
}

/** The lines ended: if without a result, something between us and the server broke, or another rehearsal took its place. */
export function end(followed: FollowedRehearsal, refusal: Refusal | undefined): FollowedRehearsal {
  if (followed.state.kind !== "running") return followed;
  const message =
    refusal?.message ?? "It ended before it was done: another rehearsal of yours began, or the connection broke.";
  return { ...followed, state: { kind: "refused", message, problems: refusal ? problemsOf(refusal) : [] } };
}
