/** Two-sided 95 %. */
export const Z_95 = 1.96;

/**
 * The lower end of Wilson's interval for a share: what can be said of a rate after so many tries and no more. Nothing seen is
 * nothing known, so it is 0. `good` need not be whole: hard work may count for more of a try than easy work.
 */
export function wilsonLowerBound(good: number, tries: number): number {
  const { middle, spread, scale } = intervalOf(good, tries);
  return tries <= 0 ? 0 : Math.max(0, (middle - spread) / scale);
}

/** Its upper end: what a rate may be, for all that so few tries can tell. 1 where nothing was tried. */
export function wilsonUpperBound(hits: number, tries: number): number {
  const { middle, spread, scale } = intervalOf(hits, tries);
  return tries <= 0 ? 1 : Math.min(1, (middle + spread) / scale);
}

function intervalOf(hits: number, tries: number) {
  const share = hits / tries;
  const square = Z_95 * Z_95;
  const middle = share + square / (2 * tries);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / tries + square / (4 * tries * tries));
  return { middle, spread, scale: 1 + square / tries };
}
