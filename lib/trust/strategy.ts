import type { TrustLevel, TrustSection, TrustStep, TrustStrategyName } from "#lib/policy/document/trust-section.ts";
import type { Sums } from "./add-up.ts";
import type { TrustScope } from "./levels.ts";

/** One part of a score, from 0 to 1, and how much of the whole it is. */
export interface ScorePart {
  readonly name: string;
  readonly value: number;
  readonly weight: number;
}

export interface Score {
  readonly value: number;
  readonly parts: readonly ScorePart[];
}

/** Something that a step still lacks. `time`: waiting is all it takes. */
export interface Lack {
  readonly sentence: string;
  readonly time: boolean;
}

/** What a step is judged by: of the tool versions in force, since the last step down, within the window. */
export interface StepFacts {
  readonly scope: TrustScope;
  readonly step: TrustStep;
  readonly to: TrustLevel;
  readonly sums: Sums;
  /** The same, of work hard enough for this step. */
  readonly hard: Sums;
  /** When something last went wrong there: a failure, a denial, an incident. */
  readonly lastFault: number | null;
  readonly now: number;
}

export interface StepVerdict {
  readonly lacks: readonly Lack[];
  /** A person decides on it, by this document. The floors of every document come on top. */
  readonly human: boolean;
}

/**
 * A way of earning trust. It says which scopes there are and where they start, what an agent's work is worth, and what a step
 * still lacks; when steps are looked at, what is never allowed and what takes trust away is the same for all (evaluate-trust.ts).
 */
export interface TrustStrategy {
  readonly name: TrustStrategyName;
  /** Scopes and where each starts; none where nothing is earned. */
  start(config: TrustSection): ReadonlyMap<TrustScope, TrustLevel>;
  score(config: TrustSection, sums: Sums, now: number): Score;
  /** Undefined: no such step is written down, so it is not taken without a person asking for it. */
  judge(config: TrustSection, facts: StepFacts): StepVerdict | undefined;
}
