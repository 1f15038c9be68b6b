import { wilsonUpperBound } from "#lib/statistics/wilson.ts";

/** How well detectors do on labelled rows: recall by family, and the rate of false alarms, by family and of all. */
export interface Judged {
  readonly family: string;
  readonly group: string;
  readonly isHostile: boolean;
  /**
   * An alarm was raised: a definition was held, a text had a finding of medium or above. For a hostile text that is cleaned, also that
   * nothing of it was left behind.
   */
  readonly isHeld: boolean;
}

export interface FamilyRecall {
  readonly family: string;
  readonly rows: number;
  readonly groups: number;
  /** The mean over groups of the share that was held: twenty copies of one sentence count once. */
  readonly recall: number;
}

export interface FalseAlarms {
  readonly rows: number;
  readonly alarms: number;
  readonly rate: number;
  /** Upper end of Wilson's 95 % interval: what the rate may be, for all that so few rows can tell. */
  readonly rateUpper: number;
}

export interface HonestFamily extends FalseAlarms {
  readonly family: string;
  /** The mean over groups of the share that raised no alarm. */
  readonly silence: number;
}

export interface Scorecard {
  readonly families: readonly FamilyRecall[];
  readonly honest: FalseAlarms;
  readonly honestFamilies: readonly HonestFamily[];
}

export function scoreOf(judged: readonly Judged[]): Scorecard {
  const hostile = judged.filter(({ isHostile }) => isHostile);
  const honest = judged.filter(({ isHostile }) => !isHostile);
  return {
    families: byFamily(hostile).map(([family, rows]) => recallOf(family, rows)),
    honest: falseAlarmsOf(honest),
    honestFamilies: byFamily(honest).map(([family, rows]) => ({
      family,
      ...falseAlarmsOf(rows),
      silence: meanOverGroups(rows, ({ isHeld }) => !isHeld),
    })),
  };
}

function byFamily(rows: readonly Judged[]): [family: string, rows: Judged[]][] {
  return [...Map.groupBy(rows, ({ family }) => family)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function falseAlarmsOf(rows: readonly Judged[]): FalseAlarms {
  const alarms = rows.filter(({ isHeld }) => isHeld).length;
  return {
    rows: rows.length,
    alarms,
    rate: rows.length === 0 ? 0 : alarms / rows.length,
    rateUpper: wilsonUpperBound(alarms, rows.length),
  };
}

function recallOf(family: string, rows: readonly Judged[]): FamilyRecall {
  const groups = new Set(rows.map(({ group }) => group)).size;
  return { family, rows: rows.length, groups, recall: meanOverGroups(rows, ({ isHeld }) => isHeld) };
}

function meanOverGroups(rows: readonly Judged[], isRight: (row: Judged) => boolean): number {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()];
  const shares = groups.map((group) => group.filter(isRight).length / group.length);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
