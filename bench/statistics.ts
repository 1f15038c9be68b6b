/** Plain order statistics: a round that another process disturbed moves none of them far. */

export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** The smallest value that at least `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return at(sorted, Math.max(0, Math.ceil(sorted.length * share) - 1));
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How sure an interval has to be before it may carry a verdict. */
const CONFIDENCE = 0.95;

/**
 * Where the true median lies, whatever the distribution: between the k-th smallest and the k-th largest value, for the
 * narrowest pair that contains it with 95 %. Seven rounds are the least from which that can be said at all with a margin.
 */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = ascending(values);
  let cut = 0;
  while (coverage(sorted.length, cut + 1) >= CONFIDENCE) cut += 1;
  return { low: at(sorted, cut), high: at(sorted, sorted.length - 1 - cut) };
}

/** The chance that the median lies between the values that are left when `cut` are taken from either end. */
function coverage(count: number, cut: number): number {
  let outside = 0;
  for (let k = 0; k <= cut; k += 1) outside += 2 * choose(count, k) * 0.5 ** count;
  return 1 - outside;
}

function choose(count: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; i += 1) ways = (ways * (count - i)) / (i + 1);
  return ways;
}

function ascending(values: readonly number[]): number[] {
  if (values.length === 0) throw new Error("There is nothing to take the median of.");
  return [...values].sort((a, b) => a - b);
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new Error(`There is no value ${index}.`);
  return value;
}
