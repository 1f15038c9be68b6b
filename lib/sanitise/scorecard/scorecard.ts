/** How well detectors do on labelled rows: recall by family, and the rate of false alarms, by family and of all. */
export interface Judged {
  readonly family: string;
  readonly group: string;
  readonly isHostile: boolean;
  /** An alarm was raised: a definition was held, a text had a finding of medium or above. */
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

export interface Scorecard {
  readonly families: readonly FamilyRecall[];
  readonly honest: FalseAlarms;
  readonly honestFamilies: readonly (FalseAlarms & { readonly family: string })[];
}

export function scoreOf(judged: readonly Judged[]): Scorecard {
  const hostile = judged.filter(({ isHostile }) => isHostile);
  const honest = judged.filter(({ isHostile }) => !isHostile);
  return {
    families: byFamily(hostile).map(([family, rows]) => recallOf(family, rows)),
    honest: falseAlarmsOf(honest),
    honestFamilies: byFamily(honest).map(([family, rows]) => ({ family, ...falseAlarmsOf(rows) })),
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
    rateUpper: wilsonUpper(alarms, rows.length),
  };
}

function recallOf(family: string, rows: readonly Judged[]): FamilyRecall {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()];
  const shares = groups.map((group) => group.filter(({ isHeld }) => isHeld).length / group.length);
  const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { family, rows: rows.length, groups: groups.length, recall };
}

/** Two-sided 95 %. */
const Z = 1.959964;

/** The upper end of Wilson's interval for `hits` of `trials`; 1 where nothing was tried. */
export function wilsonUpper(hits: number, trials: number): number {
  if (trials === 0) return 1;
  const rate = hits / trials;
  const middle = rate + Z ** 2 / (2 * trials);
  const half = Z * Math.sqrt((rate * (1 - rate)) / trials + Z ** 2 / (4 * trials ** 2));
  return Math.min(1, (middle + half) / (1 + Z ** 2 / trials));
}
