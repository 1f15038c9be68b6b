import { ownTexts } from "#fixtures/sanitise/labelled-texts.ts";
import measured from "./measured.json" with { type: "json" };
import { scoreTexts, type TextScores } from "./score-texts.ts";

/** How the cleaner did on sets that are not part of this repository, when that was last looked at. */
export interface Measured {
  readonly date: string;
  /** SHA-256 over the sets, so that a figure can be told from one of another set. */
  readonly digest: string;
  /** What rules and weights were made on, and what was kept back from that. */
  readonly developed: TextScores;
  readonly kept: TextScores;
}

export interface CleanerScorecard {
  /** Our own rows, worked out by this process with the code that cleans every output. */
  readonly own: TextScores;
  readonly measured: Measured;
}

let own: TextScores | undefined;

export function readScorecard(): CleanerScorecard {
  // The rows and the code change only with the process.
  own ??= scoreTexts(ownTexts());
  return { own, measured };
}
