import type { TrustLevel, TrustSection, TrustStep } from "#lib/policy/document/trust-section.ts";

export const DAY_MS = 86_400_000;

/** How far back evidence counts. */
export const WINDOW_DAYS = 90;
/** Calls that an error rate is taken over: the newest ones, by whole days, until there are so many. */
export const ERROR_WINDOW_CALLS = 200;
/** An error rate of fewer calls is chance. */
export const ERROR_RATE_CALLS = 20;

/**
 * Floors that no document goes below. Sixteen: the fewest calls without a failure whose lower bound reaches 0.80. One task or one
 * good day never promotes anybody.
 */
export const LEAST_CALLS = 16;
export const COOL_DOWN_MS = 24 * 3_600_000;
export const CRITICAL_DAYS = 30;
export const MINOR_INCIDENTS = 3;

/** The least difficulty of the work that counts for a step to a level: a gate meant for hard work is not passed by easy work. */
export const GATE_DIFFICULTY: Readonly<Record<TrustLevel, number>> = {
  sandboxed: 1,
  restricted: 1,
  standard: 2,
  elevated: 3,
};

/** What a step asks for where a document says nothing of it. */
export const DEFAULT_BARS: Readonly<Record<TrustStep, { score: number; days: number }>> = {
  sandboxed_to_restricted: { score: 0.8, days: 14 },
  restricted_to_standard: { score: 0.95, days: 28 },
  standard_to_elevated: { score: 0.99, days: 56 },
};

export interface ReVerification {
  readonly intervalDays: number;
  readonly idleDays: number;
  readonly errorRate: number;
}

/** When trust is looked at again by itself; null where a document turned it off. */
export function reVerificationOf({ re_verification: said }: TrustSection): ReVerification | null {
  if (said?.enabled === false) return null;
  return {
    intervalDays: said?.interval_days ?? 90,
    idleDays: said?.decay_on_idle_days ?? 30,
    errorRate: said?.decay_on_error_rate ?? 0.15,
  };
}
