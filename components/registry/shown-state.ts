import type { ToolState } from "#lib/policy/vocabulary.ts";

/** A tool that nothing stops, and of which no version was ever put in force, is not active for anybody. */
export function shownState({
  state,
  pinned,
}: {
  readonly state: ToolState;
  readonly pinned: boolean;
}): ToolState | "review" {
  return state === "active" && !pinned ? "review" : state;
}
