import type { Verdict } from "#lib/policy/decision-trace.ts";

/** A verdict as people compare them, from the loosest to the strictest. */
export const STANCES = ["run", "hold 1", "hold 2", "deny"] as const;
export type Stance = (typeof STANCES)[number];

export function stanceOf(verdict: Verdict): Stance {
  if (verdict.kind !== "hold") return verdict.kind;
  return verdict.people >= 2 ? "hold 2" : "hold 1";
}

/** Whether what was stopped or held takes fewer people now, or none: the direction to be warned of. */
export function isLooser(before: Stance, after: Stance): boolean {
  return STANCES.indexOf(after) < STANCES.indexOf(before);
}
