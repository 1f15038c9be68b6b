/**
 * The baseline of what is promised of a decision: a figure, not work. Of a hundred decisions, ninety-nine take a millisecond at the
 * most. Fair, because a ratio of one is the promise kept exactly.
 */
export const POLICY_PROMISE = "bench/baselines/policy-promise.ts";

/** One millisecond, as decisions a second at the pace of the slowest one in a hundred. */
export const SLOWEST_PER_SECOND = 1_000;
