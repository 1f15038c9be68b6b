import type { TrustLevel, TrustSection } from "#lib/policy/document/trust-section.ts";
import { ERROR_WINDOW_CALLS, GATE_DIFFICULTY, reVerificationOf } from "./defaults.ts";
import type { Tally } from "./evidence.ts";
import { hardEnough } from "./lacks.ts";

interface Errors {
  readonly calls: number;
  readonly failed: number;
}

export interface TooManyErrors extends Errors {
  /** How hard those calls were, as a reader is told; empty where it is all of them. */
  readonly hard: string;
  readonly most: number;
}

/**
 * Whether more calls failed than a document lets pass: of all of them, or of those that are as hard as a level asks for. Easy calls are
 * as many as an agent likes, so they do not make up for hard ones that fail. `least`: the fewest calls that a rate is taken over.
 */
export function tooManyErrors(
  config: TrustSection,
  tallies: readonly Tally[],
  level: TrustLevel,
  least: number,
): TooManyErrors | undefined {
  const rules = reVerificationOf(config);
  if (!rules) return undefined;
  const hard = tallies.filter(({ difficulty }) => difficulty >= GATE_DIFFICULTY[level]);
  return [
    { ...recentErrors(tallies), hard: "", most: rules.errorRate },
    { ...recentErrors(hard), hard: hardEnough(level), most: rules.errorRate },
  ].find(({ calls, failed }) => calls >= least && failed / calls > rules.errorRate);
}

/**
 * Failures among the newest calls, by whole stretches: what happened within one has no order. Calls of every tool version: a new
 * version does not make a failure undone.
 */
function recentErrors(tallies: readonly Tally[]): Errors {
  let calls = 0;
  let failed = 0;
  const stretches = Map.groupBy(tallies, ({ stretch }) => stretch);
  for (const stretch of [...stretches.keys()].sort((a, b) => b - a)) {
    if (calls >= ERROR_WINDOW_CALLS) break;
    for (const tally of stretches.get(stretch) ?? []) {
      calls += tally.completed + tally.failed;
      failed += tally.failed;
    }
  }
  return { calls, failed };
}
