import { isFatal } from "./errors.ts";

/** How one of several calls ended, in its place. */
export type Settled<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly error: Error };

/** Thrown when all have settled and at least one of them cannot be gone on from. */
export class SomeFatal extends AggregateError {
  readonly results: readonly Settled<unknown>[];
  constructor(errors: readonly Error[], results: readonly Settled<unknown>[]) {
    super(
      errors,
      `${errors.length} of ${results.length} calls failed for a reason that concerns them all: ${errors[0]?.message}`,
    );
    this.name = "SomeFatal";
    this.results = results;
  }
}

/** Runs acts, so many at once, and gives their ends in their order. One failure never stops its siblings. */
export async function settleAll<Output>(
  acts: readonly (() => Promise<Output>)[],
  maxConcurrency: number,
): Promise<Settled<Output>[]> {
  // A number that is none, such as of a variable that is not set, would run nothing and look like success.
  if (!(maxConcurrency >= 1)) throw new RangeError("maxConcurrency is a number of at least 1.");
  const results = new Array<Settled<Output>>(acts.length);
  const next = acts.entries();
  const work = async () => {
    for (const [at, act] of next) {
      try {
        results[at] = { ok: true, output: await act() };
      } catch (error) {
        results[at] = { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrency, acts.length) }, work));
  const fatal = results.flatMap((result) => (!result.ok && isFatal(result.error) ? [result.error] : []));
  if (fatal.length > 0) throw new SomeFatal(fatal, results);
  return results;
}
