import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { addUp, talliesOf } from "./add-up.ts";
import { underCritical } from "./decay.ts";
import { DAY_MS } from "./defaults.ts";
import type { Track, TrustEvidence } from "./evidence.ts";
import type { TrustScope } from "./levels.ts";
import type { TrustHistory } from "./rehearse-trust.ts";
import { strategyOf } from "./strategies/strategy-of.ts";

export interface ScoreLine {
  readonly category: TrustScope;
  /** One a day, the oldest first. */
  readonly scores: readonly number[];
}

export interface DayOfCalls {
  readonly at: number;
  readonly completed: number;
  readonly failed: number;
  readonly denied: number;
}

/**
 * What an agent's work was worth at the end of each of the last days, by what is in force now: after its last step down only what came
 * later, and nothing for a while after a critical incident, so that a line ends at the score the agent stands at.
 */
export function scoreHistory(
  config: TrustSection,
  history: TrustHistory,
  tracks: readonly Pick<Track, "category" | "resetAt">[],
  { days, now }: { days: number; now: number },
): { lines: ScoreLine[]; calls: DayOfCalls[] } {
  const strategy = strategyOf(config.strategy);
  const ends = Array.from({ length: days }, (_, n) => now - (days - 1 - n) * DAY_MS);
  const { tallies, incidents } = history;
  const evidence: TrustEvidence = { ceiling: null, tracks: [], lastSuccess: {}, incidents, tallies };
  const lines = tracks.map(({ category, resetAt: last }) => ({
    category,
    scores: ends.map((at) => {
      if (underCritical(evidence, at) !== undefined) return 0;
      const resetAt = last !== null && last <= at ? last : null;
      const track: Track = { category, level: "sandboxed", since: 0, resetAt, verifiedAt: null, frozen: null };
      return strategy.score(config, addUp(talliesOf(evidence, track, at).filter(({ current }) => current)), at).value;
    }),
  }));
  const calls = ends.map((at) => {
    const on = Math.floor(at / DAY_MS);
    const sums = addUp(history.tallies.filter(({ stretch }) => Math.floor(stretch / DAY_MS) === on));
    return { at, completed: sums.completed, failed: sums.failed, denied: sums.denied };
  });
  return { lines, calls };
}
