import type { AccessGrant } from "../access-level.ts";
import { canonicalActionPattern } from "../action-pattern.ts";
import type {
  AgentPolicy,
  Budget,
  Narrowing,
  PolicyClasses,
  PolicyDocument,
  PolicyProfile,
  PolicyRule,
} from "../document/policy-document.ts";
import { grantsByLevel } from "./grants-by-level.ts";
import { type BySubject, indexBySubject } from "./index-by-subject.ts";

/**
 * A policy version, made ready to decide by: built once a version, so that a decision costs a few look-ups however many
 * tools, agents, profiles and rules there are.
 */
export interface CompiledPolicy {
  readonly classes: PolicyClasses;
  readonly levels: ReadonlyMap<string, AccessGrant>;
  readonly agents: ReadonlyMap<string, CompiledAgent>;
}

export interface CompiledAgent {
  readonly profiles: readonly CompiledProfile[];
  /** Named by the agent's entry and not in the document. No such document is put in force; if one were, the agent does nothing. */
  readonly unknownProfiles: readonly string[];
  readonly customLevel: string | undefined;
  readonly narrow: Narrowing | undefined;
  readonly allow: ReadonlySet<string>;
  readonly deny: ReadonlySet<string>;
  readonly enforceToolPolicies: boolean;
}

export interface CompiledProfile {
  readonly name: string;
  readonly rules: BySubject<CompiledRule>;
  readonly autoApprove: ReadonlySet<string> | undefined;
  readonly humanApproval: ReadonlySet<string>;
  readonly approvalMinutes: ReadonlyMap<string, number>;
  readonly budgets: BySubject<CompiledBudget>;
}

/** A rule, and where it stands: pages and traces say which one spoke. */
export interface CompiledRule {
  readonly profile: string;
  /** Its place in the profile, from 1. */
  readonly place: number;
  readonly rule: PolicyRule;
  /** In milliseconds since 1970; without an end, infinite. */
  readonly endsAt: number;
}

export interface CompiledBudget {
  readonly profile: string;
  readonly place: number;
  readonly budget: Budget;
}

/** An agent that the document does not name has no profile, and what its level gives. */
const UNNAMED: CompiledAgent = {
  profiles: [],
  unknownProfiles: [],
  customLevel: undefined,
  narrow: undefined,
  allow: new Set(),
  deny: new Set(),
  enforceToolPolicies: true,
};

export function compilePolicy(document: PolicyDocument): CompiledPolicy {
  const profiles = new Map(
    Object.entries(document.profiles).map(([name, profile]) => [name, compileProfile(name, profile)]),
  );
  return {
    classes: document.classes,
    levels: new Map(Object.entries(grantsByLevel(document.tool_access.levels))),
    agents: new Map(Object.entries(document.agents).map(([name, entry]) => [name, compileAgent(entry, profiles)])),
  };
}

export function policyOfAgent(policy: CompiledPolicy, name: string): CompiledAgent {
  return policy.agents.get(name) ?? UNNAMED;
}

function compileAgent(entry: AgentPolicy, profiles: ReadonlyMap<string, CompiledProfile>): CompiledAgent {
  const named = [...new Set(entry.profiles)];
  return {
    profiles: named.flatMap((name) => profiles.get(name) ?? []),
    unknownProfiles: named.filter((name) => !profiles.has(name)),
    customLevel: entry.custom_level,
    narrow: entry.narrow,
    allow: new Set(entry.allow),
    deny: new Set(entry.deny),
    enforceToolPolicies: entry.enforce_tool_policies,
  };
}

function compileProfile(name: string, profile: PolicyProfile): CompiledProfile {
  const rules = profile.rules.map((rule, index) => ({
    profile: name,
    place: index + 1,
    rule,
    endsAt: rule.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(rule.until),
  }));
  const budgets = profile.budgets.map((budget, index) => ({ profile: name, place: index + 1, budget }));
  return {
    name,
    rules: indexBySubject(rules, ({ rule }) => rule),
    autoApprove: profile.auto_approve && asWords(profile.auto_approve),
    humanApproval: asWords(profile.human_approval),
    approvalMinutes: new Map(
      Object.entries(profile.approval_minutes).map(([word, minutes]) => [canonicalActionPattern(word), minutes]),
    ),
    budgets: indexBySubject(budgets, ({ budget }) => budget),
  };
}

function asWords(patterns: readonly string[]): Set<string> {
  return new Set(patterns.map(canonicalActionPattern));
}
