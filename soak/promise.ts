/**
 * A promise of the product that is kept under races, kills and restarts, or not at all. One module tries it `rounds` times
 * and counts what broke it: `npm run soak` runs the full count, `npm test` a short one of the same code from a fixed seed.
 */
export interface SoakPromise {
  /** What `npm run soak NAME` calls it. */
  readonly name: string;
  /** The promise, in a sentence. */
  readonly says: string;
  /** What the sentence leaves open: of what it was tried, and where the rest is. */
  readonly means?: string;
  readonly rounds: { readonly full: number; readonly short: number };
  /** It makes calls, and calls run in the sandbox. */
  readonly needsSandbox?: true;
  run(trial: Trial): Promise<TrialResult>;
}

export interface Trial {
  readonly rounds: number;
  /** The same seed makes the same choices; the interleaving is the machine's. */
  readonly seed: number;
  /** Where progress goes; a full run takes minutes. */
  say(line: string): void;
  /** Somebody asked to stop: a trial ends by throwing its reason, within seconds and without a result. */
  readonly signal: AbortSignal;
}

export interface TrialResult {
  readonly rounds: number;
  /** One sentence for each time the promise was broken. */
  readonly violations: readonly string[];
  /** What else was counted, so that a run that tried nothing cannot look like one that held. */
  readonly figures: Readonly<Record<string, number>>;
}
