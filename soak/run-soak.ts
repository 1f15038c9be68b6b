import type { SoakPromise, Trial, TrialResult } from "./promise.ts";

/** What one promise came to; the first five fields are the line that `npm run soak --json` prints. */
export interface SoakLine {
  readonly soak: string;
  readonly rounds: number;
  readonly violations: number;
  readonly seed: number;
  readonly seconds: number;
}

export interface Soaked extends SoakLine {
  readonly promise: SoakPromise;
  readonly result: TrialResult;
}

interface SoakOrder {
  readonly promises: readonly SoakPromise[];
  readonly seed: number;
  readonly signal: AbortSignal;
  say(line: string): void;
  /** Told about each promise as soon as it is known: a later one may take minutes. */
  onDone(soaked: Soaked): void;
}

/** Tries each promise at its full count, one after the other, so that they do not disturb each other's figures. */
export async function runSoak({ promises, seed, signal, say, onDone }: SoakOrder): Promise<Soaked[]> {
  const all: Soaked[] = [];
  for (const promise of promises) {
    signal.throwIfAborted();
    const started = performance.now();
    const result = await tryPromise(promise, { seed, signal, say: (line) => say(`${promise.name}: ${line}`) });
    const soaked = {
      soak: promise.name,
      rounds: result.rounds,
      violations: result.violations.length,
      seed,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      promise,
      result,
    };
    all.push(soaked);
    onDone(soaked);
  }
  return all;
}

/** A promise that could not be tried, or was tried less often than asked, was not kept: silence must not look like success. */
async function tryPromise(promise: SoakPromise, trial: Omit<Trial, "rounds">): Promise<TrialResult> {
  const rounds = promise.rounds.full;
  try {
    const result = await promise.run({ ...trial, rounds });
    if (result.rounds >= rounds) return result;
    return {
      ...result,
      violations: [...result.violations, `It was tried ${result.rounds} times instead of ${rounds}.`],
    };
  } catch (error) {
    // Whatever a trial stumbled over while it was being stopped says nothing about the promise.
    trial.signal.throwIfAborted();
    return { rounds: 0, violations: [`It could not be tried: ${wordsOf(error)}`], figures: {} };
  }
}

/** With what was behind it: "fetch failed" alone tells nobody what to look for. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${wordsOf(error.cause)}`;
}
