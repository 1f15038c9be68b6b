import type { Pair, Reading } from "./bench.ts";
import { median, medianInterval } from "./statistics.ts";

/** One line of `npm run bench --json`. */
export interface Verdict {
  readonly bench: string;
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number;
  readonly ratio: number;
  /** The least ratio; null: nothing is promised. */
  readonly bar: number | null;
  /** Null: the rounds differ too much to tell. Where nothing is promised, nothing can be broken. */
  readonly holds: boolean | null;
  readonly rounds: number;
  /** The width of the interval that has the true ratio with 95 %, as a share of the ratio. */
  readonly spread: number;
  readonly baselineFile: string;
}

export function judge(bench: string, reading: Reading, bar: number | null): Verdict {
  const { metric, unit, rounds, baselineFile } = reading;
  const value = median(rounds.map((round) => round.value));
  const baseline = median(rounds.map((round) => round.baseline));
  const ratio = value / baseline;
  const { low, high } = medianInterval(rounds.map(ratioOf));
  return {
    bench,
    metric,
    value: rounded(value),
    unit,
    baseline: rounded(baseline),
    ratio: rounded(ratio),
    bar,
    holds: bar === null ? true : holds(ratio, { low, high }, bar),
    rounds: rounds.length,
    // Nothing of something is as sure as can be, and no share of it can be taken.
    spread: ratio === 0 ? 0 : rounded((high - low) / ratio),
    baselineFile,
  };
}

/** The medians decide; but only when the bar lies outside of what the rounds leave open. */
function holds(ratio: number, { low, high }: { low: number; high: number }, bar: number): boolean | null {
  if (ratio >= bar && low >= bar) return true;
  if (ratio < bar && high < bar) return false;
  return null;
}

function ratioOf({ value, baseline }: Pair): number {
  return value / baseline;
}

/** Four figures: more would claim a precision that no machine has. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** 1: a bar does not hold. 4: nobody can tell. A broken promise is the worse news. */
export function exitCodeOf(verdicts: readonly Verdict[]): 0 | 1 | 4 {
  if (verdicts.some((verdict) => verdict.holds === false)) return 1;
  return verdicts.some((verdict) => verdict.holds === null) ? 4 : 0;
}
