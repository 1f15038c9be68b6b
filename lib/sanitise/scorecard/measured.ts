import measured from "./measured.json" with { type: "json" };
import type { TextScores } from "./score-texts.ts";

/** How the cleaner did on sets that are not part of this repository, when that was last looked at. */
export interface Measured {
  readonly date: string;
  /** SHA-256 over the sets, so that a figure can be told from one of another set. */
  readonly digest: string;
  /** What rules and weights were made on, and what was kept back from that. */
  readonly developed: TextScores;
  readonly kept: TextScores;
}

/** Written by `npm run score`. */
export const MEASURED: Measured = measured;
