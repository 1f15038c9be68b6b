/** Two-sided 95 %. */
const Z = 1.96;

/**
 * The lower end of Wilson's interval for a share: what can be said of an agent's rate after so many tries and no more. Nothing seen is
 * nothing known, so it is 0. `good` need not be whole: hard work may count for more of a try than easy work.
 */
export function wilsonLowerBound(good: number, tries: number): number {
  if (tries <= 0) return 0;
  const share = good / tries;
  const square = Z * Z;
  const middle = share + square / (2 * tries);
  const spread = Z * Math.sqrt((share * (1 - share)) / tries + square / (4 * tries * tries));
  return Math.max(0, (middle - spread) / (1 + square / tries));
}

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

/** The lower end of the mean of scores that were given, each from 0 to 10; one score says nothing of how they spread. */
export function meanLowerBound({ count, sum, squares }: { count: number; sum: number; squares: number }): number {
  if (count === 0) return 0;
  const mean = sum / count;
  const variance = Math.max(0, squares / count - mean * mean);
  const spread = count > 1 ? Z * Math.sqrt(variance / (count - 1)) : 0;
  return Math.max(0, mean - spread);
}
