import type { TrustLevel, TrustStrategyName } from "#lib/policy/document/trust-section.ts";
import type { TrustScope } from "./levels.ts";
import type { ScorePart } from "./strategy.ts";

/** Why a step is taken or asked for; the words of agents.trust_changes. */
export type MoveKind =
  | "start"
  | "earned"
  | "idle"
  | "error_rate"
  | "re_verification"
  | "minor_incidents"
  | "critical_incident";

/** What a step rests on, for whoever reads of it later. */
export interface MoveEvidence {
  readonly strategy: TrustStrategyName;
  readonly score: number;
  readonly parts: readonly ScorePart[];
  readonly completed: number;
  readonly failed: number;
  readonly denied: number;
  readonly tasks: number;
  readonly approved: number;
  readonly rejected: number;
}

export interface Move {
  readonly category: TrustScope;
  readonly from: TrustLevel | null;
  readonly to: TrustLevel;
  readonly kind: MoveKind;
  /** People are asked; nothing changes before one of them says yes. */
  readonly human: boolean;
  /** The declared level that has to rise with it. */
  readonly ceilingTo: TrustLevel | null;
  readonly reason: string;
  readonly evidence: MoveEvidence;
}

/** Where an agent stands in one scope, and what it would take to rise. */
export interface TrackStanding {
  readonly category: TrustScope;
  readonly level: TrustLevel;
  readonly score: number;
  readonly parts: readonly ScorePart[];
  /** How the score moved in a week. */
  readonly trend: number;
  readonly calls: number;
  readonly next: NextStep | null;
  /** Why it does not count, rise or matter as it could. */
  readonly note: string | null;
}

export interface NextStep {
  readonly to: TrustLevel;
  /** Empty: nothing is missing but, where `human`, somebody's yes. */
  readonly missing: readonly string[];
  readonly human: boolean;
  readonly raisesCeiling: boolean;
}

export interface TrustStanding {
  readonly strategy: TrustStrategyName;
  readonly tracks: readonly TrackStanding[];
  readonly moves: readonly Move[];
  /** Scopes that were due for re-verification and held. */
  readonly verified: readonly TrustScope[];
  /** When time alone could change something. */
  readonly lookAgainAt: number | null;
}
