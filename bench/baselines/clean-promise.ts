/**
 * The baseline of what is promised of the cleaner: figures, not work. So many of a hundred hostile texts raise an alarm and lose what
 * they carried, so many honest ones pass in silence; a gigabyte is streamed in so much memory. Fair, because a ratio of one is the
 * promise kept exactly.
 */
export const CLEAN_PROMISE = "bench/baselines/clean-promise.ts";

/** Recall by family. What is only reported is compared with all of it. */
export const PROMISED_RECALL: Readonly<Record<string, number>> = {
  "hidden-unicode": 0.99,
  escape: 0.99,
  credential: 0.95,
  "credential-inband": 0.95,
  "credential-split": 0.95,
};
export const PROMISED_SILENCE = 0.99;
/** What the process may grow by while a gigabyte goes through. */
export const STREAM_GROWTH_MB = 256;
