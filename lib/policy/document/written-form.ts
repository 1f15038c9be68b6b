import {
  type AgentPolicy,
  BUILT_IN_LEVELS,
  type PolicyDocument,
  type PolicyProfile,
  policyDocumentSchema,
} from "./policy-document.ts";
import type { TrustSection } from "./trust-section.ts";

/**
 * The document as a person would write it: fields in the schema's order, names in the alphabet's, levels from the least to the most,
 * and without what says nothing. The database keeps no order of keys, so this is what makes its text stable.
 */
export function writtenForm(document: PolicyDocument): Record<string, unknown> {
  const { policy, classes, tool_access, profiles, agents, checks, trust } = policyDocumentSchema.parse(document);
  return {
    policy,
    classes,
    tool_access: { levels: byName(tool_access.levels, (grant) => grant, BUILT_IN_LEVELS) },
    profiles: byName(profiles, writtenProfile),
    agents: byName(agents, writtenEntry),
    checks,
    ...(trust && { trust: writtenTrust(trust) }),
  };
}

function byName<T>(
  record: Readonly<Record<string, T>>,
  write: (value: T) => unknown,
  first: readonly string[] = [],
): object {
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  const names = Object.entries(record).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  // A map: an object would put names of digits first, and the order of the rest could not be relied on either.
  return new Map(names.map(([name, value]) => [name, write(value)]));
}

function writtenProfile({
  description,
  rules,
  human_approval,
  approval_minutes,
  budgets,
  ...rest
}: PolicyProfile): object {
  return {
    ...(description === "" ? {} : { description }),
    ...rest,
    ...(human_approval.length > 0 ? { human_approval } : {}),
    ...(Object.keys(approval_minutes).length > 0
      ? { approval_minutes: byName(approval_minutes, (minutes) => minutes) }
      : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(budgets.length > 0 ? { budgets } : {}),
  };
}

function writtenTrust({ initial_levels, promotion_criteria, ...rest }: TrustSection): object {
  const { strategy, initial_level, ...sections } = rest;
  return {
    strategy,
    ...(initial_level && { initial_level }),
    ...(initial_levels && { initial_levels: byName(initial_levels, (level) => level) }),
    ...(promotion_criteria && { promotion_criteria: byName(promotion_criteria, (criteria) => criteria) }),
    ...sections,
  };
}

function writtenEntry({ profiles, allow, deny, enforce_tool_policies, trust, ...rest }: AgentPolicy): object {
  return {
    ...(profiles.length > 0 ? { profiles } : {}),
    ...rest,
    ...(allow.length > 0 ? { allow } : {}),
    ...(deny.length > 0 ? { deny } : {}),
    ...(enforce_tool_policies ? {} : { enforce_tool_policies }),
    ...(trust && { trust: writtenTrust(trust) }),
  };
}
