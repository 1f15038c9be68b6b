/** What a bench measures and hands over; what it means is said in `judge.ts`. */

/** One figure of a round, of the work itself and of its baseline, taken one after the other. */
export interface Pair {
  readonly value: number;
  readonly baseline: number;
}

export interface Reading {
  readonly metric: string;
  readonly unit: "calls/s" | "ms" | "MB/s" | "KB" | "share";
  readonly rounds: readonly Pair[];
  /** The module that does the baseline's work and says why it is fair. */
  readonly baselineFile: string;
}

export interface Circumstances {
  readonly rounds: number;
  /** How long one arm is driven in a round. */
  readonly milliseconds: number;
  /** Progress; a bench takes minutes. */
  say(line: string): void;
  /** Ends between two rounds when somebody asked to stop. */
  readonly signal: AbortSignal;
  /** Names of metrics, or what they begin with, up to a dot: nothing else is judged. Absent: everything. */
  readonly only?: readonly string[];
}

/** Whether this metric, or one whose name goes on from it, was asked for. */
export function isWanted({ only }: Pick<Circumstances, "only">, metric: string): boolean {
  return (
    only === undefined || only.some((name) => `${metric}.`.startsWith(`${name}.`) || name.startsWith(`${metric}.`))
  );
}

export interface Bench {
  /** What `npm run bench NAME` calls it. */
  readonly name: string;
  /** What it measures, in a sentence. */
  readonly says: string;
  /** It makes calls, and calls run in the sandbox. */
  readonly needsSandbox?: true;
  /** Readings one by one, so that a long bench shows what it has. */
  run(circumstances: Circumstances): AsyncIterable<Reading>;
}

/** From fewer rounds the order statistics say nothing. */
export const LEAST_ROUNDS = 7;
