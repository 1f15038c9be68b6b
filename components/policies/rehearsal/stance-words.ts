import type { RehearsedTransition } from "#lib/policy/rehearsal/rehearsal-result.ts";
import type { Stance } from "#lib/policy/rehearsal/stance.ts";

const WORDS: Record<Stance, string> = {
  run: "runs",
  "hold 1": "one person",
  "hold 2": "two people",
  deny: "denied",
};

export type Transition = Pick<RehearsedTransition, "from" | "to">;

export function transitionWords({ from, to }: Transition): string {
  return `${WORDS[from]} → ${WORDS[to]}`;
}

export function isSame(one: Transition, other: Transition): boolean {
  return one.from === other.from && one.to === other.to;
}
