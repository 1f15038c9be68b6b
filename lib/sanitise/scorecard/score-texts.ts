import type { JudgedText } from "#fixtures/sanitise/labelled-texts.ts";
import { clean } from "#lib/sanitise/clean.ts";
import { isAlarm } from "#lib/sanitise/finding.ts";
import { scoreOf } from "./scorecard.ts";

export interface FamilyScore {
  readonly family: string;
  readonly rows: number;
  /** Mean over groups of the share of rows that raised an alarm and left nothing behind; for honest rows, that were silent. */
  readonly share: number;
}

export interface TextScores {
  readonly hostile: readonly FamilyScore[];
  readonly honest: readonly FamilyScore[];
  /** Over all honest rows: the share in silence, and the least that it may be for all that so many rows can tell. */
  readonly silence: number;
  readonly silenceLower: number;
  /** Of what must come back byte for byte, what did. */
  readonly same: number;
}

/** What a reader makes of a text: whether it warns, and what it leaves of it. */
export type Look = (text: string) => { readonly cleaned: string; readonly alarm: boolean };

const lookWithCleaner: Look = (text) => {
  const { cleaned, findings } = clean(text);
  return { cleaned, alarm: findings.some(({ severity }) => isAlarm(severity)) };
};

export function scoreTexts(rows: readonly JudgedText[], look: Look = lookWithCleaner): TextScores {
  const judged = rows.map((row) => {
    const { cleaned, alarm } = look(row.text);
    const left = row.gone.some((piece) => cleaned.includes(piece));
    return { ...row, isHeld: row.isHostile ? alarm && !left : alarm, kept: cleaned === row.text };
  });
  const { families, honest, honestFamilies } = scoreOf(judged);
  const mustStay = judged.filter(({ same }) => same);
  return {
    hostile: families.map(({ family, rows, recall }) => ({ family, rows, share: recall })),
    honest: honestFamilies.map(({ family, rows, silence }) => ({ family, rows, share: silence })),
    silence: 1 - honest.rate,
    silenceLower: 1 - honest.rateUpper,
    same: mustStay.length === 0 ? 1 : mustStay.filter(({ kept }) => kept).length / mustStay.length,
  };
}
