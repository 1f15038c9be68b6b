/**
 * The baseline of what is promised of a rehearsal: a figure, not work. A hundred thousand calls are replayed in thirty seconds, reading them
 * included. Fair, because a ratio of one is the promise kept exactly.
 */
export const REHEARSAL_PROMISE = "bench/baselines/rehearsal-promise.ts";

export const REHEARSED_PER_SECOND = 100_000 / 30;
