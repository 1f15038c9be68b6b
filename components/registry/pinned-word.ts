import type { ToolState } from "#lib/policy/vocabulary.ts";

/** What the pinned version of a tool is: in force while the tool runs, else what was reviewed and is held against what came. */
export function pinnedWord({
  state,
  serveWhileDrifted = false,
}: {
  readonly state: ToolState;
  readonly serveWhileDrifted?: boolean;
}) {
  return state === "active" || (state === "drifted" && serveWhileDrifted) ? "in force" : "reviewed";
}
