import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import { criterionLacks, defaultLacks } from "../lacks.ts";
import { defaultScore } from "../score.ts";
import type { TrustStrategy } from "../strategy.ts";

/** A level for each category, from that category's own evidence: doing well with files says nothing of deployment. */
export const perCategory: TrustStrategy = {
  name: "per_category",
  start: ({ initial_levels = {} }) =>
    new Map(CATEGORIES.map((category) => [category, initial_levels[category] ?? "sandboxed"])),
  score: (_config, sums) => defaultScore(sums),
  judge({ promotion_criteria: criteria }, facts) {
    if (!criteria) return { lacks: defaultLacks(facts, false), human: false };
    const criterion = criteria[facts.scope]?.[facts.step];
    return (
      criterion && {
        lacks: criterionLacks(criterion, facts),
        human: criterion.requires_human_approval === true || criterion.auto_promote === false,
      }
    );
  },
};
