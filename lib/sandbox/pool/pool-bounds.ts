import { availableParallelism, freemem } from "node:os";

/** How much a pool may cost. What stands ready is memory that nobody uses yet. */
export interface PoolBounds {
  readonly ready: number;
  readonly perPlan: number;
  /** The longest that one stands before it is made anew, and that a plan is remembered as wanted. */
  readonly idleMs: number;
  /** Made at the same time; they have little of the processors, and still they have some. */
  readonly makingAtOnce: number;
  /** Sandboxes that serve several calls of their owner. */
  readonly residents: number;
}

/** A Node that waits: 41 MB resident, of which it shares two thirds with the others. */
const READY_MB = 41;
const SHARE_OF_FREE_MEMORY = 0.1;
const MOST_READY = 24;
const MOST_FOR_ONE_PLAN = 12;
const IDLE_MS = 60_000;

export function usualBounds(): PoolBounds {
  const fitting = Math.floor((freemem() * SHARE_OF_FREE_MEMORY) / (READY_MB * 1_048_576));
  const ready = Math.max(1, Math.min(MOST_READY, fitting));
  return {
    ready,
    perPlan: Math.min(ready, MOST_FOR_ONE_PLAN),
    idleMs: IDLE_MS,
    makingAtOnce: availableParallelism(),
    residents: ready,
  };
}
