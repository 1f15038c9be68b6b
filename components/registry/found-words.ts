import type { ToolDrift } from "#lib/registry/queries/list-drifts.ts";

const WORDS: Record<ToolDrift["foundBy"], string> = {
  import: "import",
  requested: "a sync that a person asked for",
  schedule: "the schedule",
  list_changed: "the server's own notice",
  dispatch: "dispatch of a call",
};

/** Where a drift was noticed. */
export function foundWords(foundBy: ToolDrift["foundBy"]): string {
  return WORDS[foundBy];
}
