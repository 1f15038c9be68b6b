import type { ToolVersionState } from "#lib/policy/vocabulary.ts";

/** Reviewers may still put it in force: one in quarantine too, whether it drifted there or a person put it there. */
export function isUndecided(state: ToolVersionState): boolean {
  return state === "review" || state === "quarantined";
}
