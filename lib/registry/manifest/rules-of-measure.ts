import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { LIMIT_NAMES, type LimitName } from "#lib/policy/tool-policy.ts";
import { RISKS } from "#lib/policy/vocabulary.ts";
import { type Permissions, UNSPECIFIED } from "./manifest.ts";
import { fieldRule, type Place, type Rule } from "./rule.ts";

/** How much, how often, at what cost: limits, declared risk, cost and constraints. */
type Measure = number | typeof UNSPECIFIED;

const limitsOf = ({ policy }: Permissions): Permissions["policy"]["limits"] => policy.limits;

function limitRule(code: Rule["code"], holds: (before: Measure, after: Measure, standard: number) => boolean): Rule {
  const find = (beforeAll: Permissions, afterAll: Permissions): Place[] =>
    LIMIT_NAMES.flatMap((name) => {
      const [before, after] = [limitsOf(beforeAll)[name], limitsOf(afterAll)[name]];
      return holds(before, after, DEFAULT_LIMITS[name]) ? [{ pointer: `/policy/limits/${name}`, before, after }] : [];
    });
  return { code, find };
}

/** Names in the first list that the second does not have. */
function missing<Name extends string>(from: readonly Name[], list: readonly Name[]): Name[] {
  const known = new Set(list);
  return from.filter((name) => !known.has(name));
}

const hardOf = (permissions: Permissions): readonly LimitName[] => limitsOf(permissions).hard;

const LIMIT_RULES: readonly Rule[] = [
  // While it was unspecified the sandbox's default held.
  limitRule("tool.limit.raised", (before, after, standard) => {
    return after !== UNSPECIFIED && after > (before === UNSPECIFIED ? standard : before);
  }),
  limitRule("tool.limit.unspecified", (before, after) => before !== UNSPECIFIED && after === UNSPECIFIED),
  limitRule("tool.limit.tightened", (before, after, standard) => {
    if (before === after || after === UNSPECIFIED) return false;
    return after <= (before === UNSPECIFIED ? standard : before);
  }),
  {
    code: "tool.limit.soft",
    find: (before, after) =>
      missing(hardOf(before), hardOf(after)).map((name) => ({ pointer: "/policy/limits/hard", before: name })),
  },
  {
    code: "tool.limit.tightened",
    find: (before, after) =>
      missing(hardOf(after), hardOf(before)).map((name) => ({ pointer: "/policy/limits/hard", after: name })),
  },
];

const riskOf = ({ policy }: Permissions): Permissions["policy"]["risk"] => policy.risk;
/** A risk that nobody declared counts as low where tiers are computed. */
const rankOf = (risk: Permissions["policy"]["risk"]): number => RISKS.indexOf(risk === UNSPECIFIED ? "low" : risk);

const RISK_RULES: readonly Rule[] = [
  fieldRule("tool.risk.lowered", "/policy/risk", riskOf, (before, after) => {
    return after !== UNSPECIFIED && rankOf(after) < rankOf(before);
  }),
  fieldRule("tool.risk.unspecified", "/policy/risk", riskOf, (before, after) => {
    return before !== after && after === UNSPECIFIED;
  }),
  fieldRule("tool.risk.raised", "/policy/risk", riskOf, (before, after) => {
    return before !== after && after !== UNSPECIFIED && rankOf(after) >= rankOf(before);
  }),
];

const costOf = ({ maxCost }: Permissions): Measure => maxCost;

const COST_RULES: readonly Rule[] = [
  fieldRule("tool.cost.raised", "/maxCost", costOf, (before, after) => {
    return before !== UNSPECIFIED && after !== UNSPECIFIED && after > before;
  }),
  fieldRule("tool.cost.unspecified", "/maxCost", costOf, (before, after) => {
    return before !== after && after === UNSPECIFIED;
  }),
  fieldRule("tool.cost.lowered", "/maxCost", costOf, (before, after) => {
    return after !== UNSPECIFIED && (before === UNSPECIFIED || after < before);
  }),
];

const timesOf = ({ constraints }: Permissions): Measure => constraints.maxInvocations;
const MAX_INVOCATIONS = "/constraints/maxInvocations";
const ONLY_AFTER = "/constraints/onlyAfter";
const FORBIDDEN = "/constraints/forbidden";

const CONSTRAINT_RULES: readonly Rule[] = [
  fieldRule("tool.constraints.max_invocations.raised", MAX_INVOCATIONS, timesOf, (before, after) => {
    return before !== UNSPECIFIED && after !== UNSPECIFIED && after > before;
  }),
  fieldRule("tool.constraints.max_invocations.removed", MAX_INVOCATIONS, timesOf, (before, after) => {
    return before !== after && after === UNSPECIFIED;
  }),
  fieldRule("tool.constraints.tightened", MAX_INVOCATIONS, timesOf, (before, after) => {
    return after !== UNSPECIFIED && (before === UNSPECIFIED || after < before);
  }),
  fieldRule(
    "tool.constraints.per.changed",
    "/constraints/per",
    ({ constraints }) => constraints.per ?? "session",
    (before, after) => before !== after,
  ),
  {
    code: "tool.constraints.only_after.removed",
    find: ({ constraints: before }, { constraints: after }) =>
      missing(before.onlyAfter, after.onlyAfter).map((name) => ({ pointer: ONLY_AFTER, before: name })),
  },
  {
    code: "tool.constraints.tightened",
    find: ({ constraints: before }, { constraints: after }) =>
      missing(after.onlyAfter, before.onlyAfter).map((name) => ({ pointer: ONLY_AFTER, after: name })),
  },
  fieldRule("tool.constraints.forbidden.removed", FORBIDDEN, isForbidden, (before, after) => before && !after),
  fieldRule("tool.constraints.tightened", FORBIDDEN, isForbidden, (before, after) => !before && after),
];

function isForbidden({ constraints }: Permissions): boolean {
  return constraints.forbidden;
}

export const MEASURE_RULES: readonly Rule[] = [...LIMIT_RULES, ...RISK_RULES, ...COST_RULES, ...CONSTRAINT_RULES];
