import type { ToolDrift } from "#lib/registry/queries/list-drifts.ts";

const WORDS: Record<ToolDrift["foundBy"], string> = {
  import: "at import",
  requested: "by a sync that a person asked for",
  schedule: "by the schedule",
  list_changed: "by the server's own notice",
  dispatch: "at the dispatch of a call",
};

/** Where a drift was found. */
export function foundWords(foundBy: ToolDrift["foundBy"]): string {
  return WORDS[foundBy];
}
