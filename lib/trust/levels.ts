import { TRUST_LEVELS, type TrustLevel, type TrustStep } from "#lib/policy/document/trust-section.ts";
import { CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";

/** `all`: what holds for every category. */
export const TRUST_SCOPES = ["all", ...CATEGORIES] as const;
export type TrustScope = "all" | Category;

export function rankOf(level: TrustLevel): number {
  return TRUST_LEVELS.indexOf(level);
}

export function nextLevel(level: TrustLevel): TrustLevel | undefined {
  return TRUST_LEVELS[rankOf(level) + 1];
}

export function levelBelow(level: TrustLevel): TrustLevel | undefined {
  return TRUST_LEVELS[rankOf(level) - 1];
}

/** The step that leads to a level; none leads to the lowest. */
export function stepTo(level: TrustLevel): TrustStep | undefined {
  const below = levelBelow(level);
  return below && (`${below}_to_${level}` as TrustStep);
}
