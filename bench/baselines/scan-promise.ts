/**
 * The baseline of what is promised of the scanner: figures, not work. A definition of four kilobytes is scanned in two milliseconds;
 * so many of a hundred hostile definitions are held and honest ones passed. Fair, because a ratio of one is the promise kept exactly.
 */
export const SCAN_PROMISE = "bench/baselines/scan-promise.ts";

/** Two milliseconds each. */
export const DEFINITIONS_PER_SECOND = 500;

/** Recall by family. What is only reported is compared with all of it. */
export const PROMISED_RECALL: Readonly<Record<string, number>> = {
  "hidden-unicode": 0.99,
  "homoglyph-name": 0.99,
  override: 0.8,
  "role-token": 0.8,
  concealment: 0.8,
  "data-lure": 0.8,
  "exfil-url": 0.8,
};
export const PROMISED_PASS = 0.995;
