import { wilsonLowerBound, Z_95 } from "#lib/statistics/wilson.ts";

/** More than anybody waits for. */
const MOST = 100_000;

/** How many more successes in a row would lift the bound to the bar; undefined where no number that anybody waits for does. */
export function successesNeeded(good: number, tries: number, bar: number): number | undefined {
  if (wilsonLowerBound(good, tries) >= bar) return 0;
  if (wilsonLowerBound(good + MOST, tries + MOST) < bar) return undefined;
  let low = 0;
  let high = MOST;
  while (high - low > 1) {
    const half = Math.floor((low + high) / 2);
    if (wilsonLowerBound(good + half, tries + half) >= bar) high = half;
    else low = half;
  }
  return high;
}

/** Student's two-sided 95 % for 1, 2, 3 … degrees of freedom; beyond them the normal one is as good. */
const STUDENT = [
  ...[12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23],
  ...[2.2, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.1, 2.09, 2.09],
  ...[2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04],
];
/** Scores are given in points, so that two equal ones may still be this far apart: nobody is sure after two. */
const LEAST_SPREAD = 0.5;

/** The lower end of the mean of scores that were given, each from 0 to 10. One score says nothing of how they spread, so it bounds nothing. */
export function meanLowerBound({ count, sum, squares }: { count: number; sum: number; squares: number }): number {
  if (count < 2) return 0;
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, (squares - count * mean * mean) / (count - 1)));
  const reach = (STUDENT[count - 2] ?? Z_95) / Math.sqrt(count);
  return Math.max(0, mean - reach * Math.max(LEAST_SPREAD, deviation));
}
