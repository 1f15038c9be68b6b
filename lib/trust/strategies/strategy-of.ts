import type { TrustStrategyName } from "#lib/policy/document/trust-section.ts";
import type { TrustStrategy } from "../strategy.ts";
import { disabled } from "./disabled.ts";
import { milestone } from "./milestone.ts";
import { perCategory } from "./per-category.ts";
import { weighted } from "./weighted.ts";

const STRATEGIES: Readonly<Record<TrustStrategyName, TrustStrategy>> = {
  disabled,
  weighted,
  per_category: perCategory,
  milestone,
};

export function strategyOf(name: TrustStrategyName): TrustStrategy {
  return STRATEGIES[name];
}
