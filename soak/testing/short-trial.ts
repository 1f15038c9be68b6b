import type { SoakPromise, Trial } from "../promise.ts";

/** The short form of a promise, from a fixed seed, so that a failing test can be looked at again. */
export function shortTrial({ rounds }: SoakPromise, seed = 20_260): Trial {
  return { rounds: rounds.short, seed, say: () => {}, signal: new AbortController().signal };
}
