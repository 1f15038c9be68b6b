import type { JudgedText } from "#fixtures/sanitise/labelled-texts.ts";
import { clean } from "#lib/sanitise/clean.ts";
import { isAlarm } from "#lib/sanitise/finding.ts";
import { wilsonUpper } from "#lib/sanitise/scorecard/scorecard.ts";

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
    return { ...row, right: row.isHostile ? alarm && !left : !alarm, kept: cleaned === row.text };
  });
  const honest = judged.filter(({ isHostile }) => !isHostile);
  const alarms = honest.filter(({ right }) => !right).length;
  const mustStay = judged.filter(({ same }) => same);
  return {
    hostile: byFamily(judged.filter(({ isHostile }) => isHostile)),
    honest: byFamily(honest),
    silence: honest.length === 0 ? 1 : 1 - alarms / honest.length,
    silenceLower: 1 - wilsonUpper(alarms, honest.length),
    same: mustStay.length === 0 ? 1 : mustStay.filter(({ kept }) => kept).length / mustStay.length,
  };
}

interface Judged {
  readonly family: string;
  readonly group: string;
  readonly right: boolean;
}

function byFamily(rows: readonly Judged[]): FamilyScore[] {
  return [...Map.groupBy(rows, ({ family }) => family)].map(([family, members]) => {
    const groups = [...Map.groupBy(members, ({ group }) => group).values()];
    const shares = groups.map((group) => group.filter(({ right }) => right).length / group.length);
    return { family, rows: members.length, share: shares.reduce((sum, share) => sum + share, 0) / shares.length };
  });
}
