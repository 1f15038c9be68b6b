/**
 * The baseline of what is promised of the inbox's page: figures, not work. What changes is on every open page within a second, and the
 * scripts of the page are 200 KB or less. Fair, because a ratio of one is the promise kept exactly.
 */
export const INBOX_PROMISE = "bench/baselines/inbox-promise.ts";

export const VISIBLE_MS = 1_000;
export const SCRIPT_KB = 200;
