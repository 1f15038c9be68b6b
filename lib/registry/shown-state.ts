import type { ToolState, ToolVersionState } from "#lib/policy/vocabulary.ts";

/**
 * What a list says of a tool. One that nothing stops, and of which no version is in force, is not active for anybody: it is
 * what its newest version is, waiting, quarantined for what was found in it, or rejected.
 */
export function shownState(tool: {
  readonly state: ToolState;
  readonly pinned: boolean;
  readonly newest: ToolVersionState | null;
}): ToolState | ToolVersionState {
  return tool.state === "active" && !tool.pinned ? (tool.newest ?? "review") : tool.state;
}
