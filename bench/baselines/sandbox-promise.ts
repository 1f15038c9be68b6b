/**
 * The baseline of what is promised of a dispatcher: figures, not work. Fair, because a ratio of one is the promise kept exactly.
 */
export const SANDBOX_PROMISE = "bench/baselines/sandbox-promise.ts";

/** Of a tool that takes 20 milliseconds, on two cores, for as long as they are asked for. */
export const CALLS_PER_SECOND = 50;
export const TOOL_MS = 20;

/** From the moment a call may be claimed until its tool begins, half of the time, on a machine that does nothing else. */
export const START_MS = 15;
