/** How well a scanner does on labelled definitions: recall by family and the rate of false alarms, never pooled. */
export interface Judged {
  readonly family: string;
  readonly group: string;
  readonly isHostile: boolean;
  /** The verdict was review or block. */
  readonly isHeld: boolean;
}

export interface FamilyRecall {
  readonly family: string;
  readonly rows: number;
  readonly groups: number;
  /** The mean over groups of the share that was held: twenty copies of one sentence count once. */
  readonly recall: number;
}

export interface Scorecard {
  readonly families: readonly FamilyRecall[];
  readonly honest: {
    readonly rows: number;
    readonly alarms: number;
    readonly rate: number;
    /** Upper end of Wilson's 95 % interval: what the rate may be, for all that so few rows can tell. */
    readonly rateUpper: number;
  };
}

export function scoreOf(judged: readonly Judged[]): Scorecard {
  const hostile = judged.filter(({ isHostile }) => isHostile);
  const honest = judged.filter(({ isHostile }) => !isHostile);
  const alarms = honest.filter(({ isHeld }) => isHeld).length;
  return {
    families: [...Map.groupBy(hostile, ({ family }) => family)]
      .map(([family, rows]) => recallOf(family, rows))
      .sort((a, b) => (a.family < b.family ? -1 : 1)),
    honest: {
      rows: honest.length,
      alarms,
      rate: honest.length === 0 ? 0 : alarms / honest.length,
      rateUpper: wilsonUpper(alarms, honest.length),
    },
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
