import { DAY_MS, WINDOW_DAYS } from "./defaults.ts";
import type { Scores, Tally, Track, TrustEvidence } from "./evidence.ts";

/** What an agent did in one scope, added up. */
export interface Sums {
  readonly completed: number;
  readonly failed: number;
  readonly denied: number;
  readonly approved: number;
  readonly rejected: number;
  readonly findings: number;
  readonly tasksDone: number;
  readonly tasksFailed: number;
  readonly said: Scores;
  readonly judged: Scores;
  /** Completed calls, each as much of one as it was hard: 0 for the easiest, 1 for the hardest. */
  readonly hardness: number;
  /** The first stretch with a success. */
  readonly firstSuccess: number | null;
  /** On how many days a call succeeded. */
  readonly daysActive: number;
}

const NO_SCORES: Scores = { count: 0, sum: 0, squares: 0 };

export function addUp(tallies: readonly Tally[]): Sums {
  let sums: Sums = {
    ...{ completed: 0, failed: 0, denied: 0, approved: 0, rejected: 0, findings: 0, tasksDone: 0, tasksFailed: 0 },
    ...{ said: NO_SCORES, judged: NO_SCORES, hardness: 0, firstSuccess: null, daysActive: 0 },
  };
  const days = new Set<number>();
  for (const tally of tallies) {
    const succeeded = tally.completed > 0;
    if (succeeded) days.add(Math.floor(tally.stretch / DAY_MS));
    sums = {
      completed: sums.completed + tally.completed,
      failed: sums.failed + tally.failed,
      denied: sums.denied + tally.denied,
      approved: sums.approved + tally.approved,
      rejected: sums.rejected + tally.rejected,
      findings: sums.findings + tally.findings,
      tasksDone: sums.tasksDone + tally.tasksDone,
      tasksFailed: sums.tasksFailed + tally.tasksFailed,
      said: plus(sums.said, tally.said),
      judged: plus(sums.judged, tally.judged),
      hardness: sums.hardness + tally.completed * ((tally.difficulty - 1) / 4),
      firstSuccess: succeeded ? Math.min(sums.firstSuccess ?? tally.stretch, tally.stretch) : sums.firstSuccess,
      daysActive: days.size,
    };
  }
  return sums;
}

function plus(a: Scores, b: Scores): Scores {
  return { count: a.count + b.count, sum: a.sum + b.sum, squares: a.squares + b.squares };
}

/** What counts in a scope: since the last step down, and no longer ago than the window. */
export function talliesOf({ tallies }: TrustEvidence, { category, resetAt }: Track, now: number): Tally[] {
  const from = Math.max(now - WINDOW_DAYS * DAY_MS, resetAt ?? 0);
  const within = tallies.filter((tally) => tally.stretch >= from && tally.stretch <= now);
  if (category !== "all") return within.filter((tally) => tally.category === category);
  // As a whole, a task is one task however many categories it touched; calls have one category each.
  return within.map((tally) =>
    tally.category === "all" ? tally : { ...tally, tasksDone: 0, tasksFailed: 0, said: NO_SCORES, judged: NO_SCORES },
  );
}
