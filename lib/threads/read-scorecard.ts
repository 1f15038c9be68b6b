import { ownTexts } from "#fixtures/sanitise/labelled-texts.ts";
import { MEASURED, type Measured } from "#lib/sanitise/scorecard/measured.ts";
import { scoreTexts, type TextScores } from "#lib/sanitise/scorecard/score-texts.ts";
import { runApart } from "./run-apart.ts";

export interface CleanerScorecard {
  /** Our own rows, worked out by this process with the code that cleans every output. */
  readonly own: TextScores;
  readonly measured: Measured;
}

let own: TextScores | undefined;

/** In a thread: the first time it takes a second, in which nobody else would be answered. */
export async function readScorecard(): Promise<CleanerScorecard> {
  // The rows and the code change only with the process.
  own ??= await scoreOwnTexts();
  return { own, measured: MEASURED };
}

async function scoreOwnTexts(): Promise<TextScores> {
  const rows = ownTexts();
  const bytes = rows.reduce((sum, { text }) => sum + text.length, 0);
  const scored = await runApart("scoreTexts", scoreTexts, { bytes }, rows);
  if (!scored.ok) throw new Error("The cleaner could not be scored on its own rows in the time that is given to it.");
  return scored.value;
}
