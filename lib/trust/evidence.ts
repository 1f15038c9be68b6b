import type { TrustLevel } from "#lib/policy/document/trust-section.ts";
import type { TrustScope } from "./levels.ts";

/** Scores that were given, as number, sum and sum of squares: enough for a mean and its spread. */
export interface Scores {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** Evidence of one category, tool version and difficulty in one stretch of time (agents.trust_tallies). */
export interface Tally {
  readonly category: TrustScope;
  /** Whether that tool version is in force: what was earned on another one counts against an agent and no longer for it. */
  readonly current: boolean;
  /** When the stretch began. */
  readonly stretch: number;
  readonly difficulty: number;
  readonly completed: number;
  readonly failed: number;
  readonly denied: number;
  readonly approved: number;
  readonly rejected: number;
  readonly findings: number;
  readonly tasksDone: number;
  readonly tasksFailed: number;
  /** By the agent itself. */
  readonly said: Scores;
  /** By people. */
  readonly judged: Scores;
}

export interface Incident {
  readonly category: TrustScope;
  readonly severity: "minor" | "critical";
  readonly at: number;
}

/** How far an agent is trusted in one scope. */
export interface Track {
  readonly category: TrustScope;
  readonly level: TrustLevel;
  readonly since: number;
  /** What came before it earns nothing. */
  readonly resetAt: number | null;
  readonly verifiedAt: number | null;
  readonly frozen: string | null;
}

/** All that is known of one agent. Times are milliseconds. */
export interface TrustEvidence {
  /** What was declared for it; null: a custom level, which trust narrows and no step raises. */
  readonly ceiling: TrustLevel | null;
  readonly tracks: readonly Track[];
  readonly tallies: readonly Tally[];
  readonly incidents: readonly Incident[];
  /** When a call last succeeded, a category. */
  readonly lastSuccess: Readonly<Partial<Record<TrustScope, number>>>;
}
