import { type AccessGrant, accessGrantSchema, meetGrants } from "../access-level.ts";
import type { AccessLevel, Category } from "../vocabulary.ts";
import { type CompiledPolicy, policyOfAgent } from "./compile-policy.ts";

/** What a decision reads of an agent. */
export interface DecidedAgent {
  readonly name: string;
  /** The ceiling that an admin declared. */
  readonly declared: AccessLevel;
  /** How far it is trusted, as a whole and by category. It takes away and never gives; no entry, nothing taken. */
  readonly trust: Partial<Readonly<Record<"all" | Category, AccessLevel>>>;
}

export interface ActingGrant {
  readonly level: AccessLevel;
  readonly grant: AccessGrant;
}

const LADDER: readonly AccessLevel[] = ["sandboxed", "restricted", "standard", "elevated"];

const LEAST = accessGrantSchema.parse({});

/**
 * The level at which an agent acts with tools of a category, and what that reaches: the lowest of what was declared and what
 * it is trusted with, met with what its entry narrows. A level that its entry gives it takes the declared one's place. A custom level has no place on the ladder, so it is met with the
 * level of trust field by field.
 */
export function actingGrant(policy: CompiledPolicy, agent: DecidedAgent, category: Category): ActingGrant {
  const { customLevel, narrow } = policyOfAgent(policy, agent.name);
  const [least] = trustIn(agent, category);
  const declared = customLevel === undefined ? agent.declared : "custom";
  const level = least && rankOf(least.level) < rankOf(declared) ? least.level : declared;
  const given = grantOf(policy, level === "custom" ? (customLevel ?? level) : level);
  const trusted = level === "custom" && least ? meetGrants(given, grantOf(policy, least.level)) : given;
  return { level, grant: narrow ? meetGrants(trusted, narrow) : trusted };
}

/** What the agent is trusted with among tools of a category, the least first. Nobody is trusted with `custom`: that is no trust at all. */
export function trustIn(
  { trust }: DecidedAgent,
  category: Category,
): { readonly scope: "all" | Category; readonly level: Exclude<AccessLevel, "custom"> }[] {
  return (["all", category] as const)
    .flatMap((scope) => {
      const level = trust[scope];
      return level === undefined ? [] : [{ scope, level: level === "custom" ? "sandboxed" : level }];
    })
    .sort((left, right) => rankOf(left.level) - rankOf(right.level));
}

/** A level that the document does not have gives the least. */
export function grantOf(policy: CompiledPolicy, level: string): AccessGrant {
  return policy.levels.get(level) ?? LEAST;
}

/** A custom level has no place on the ladder, so it is below all: no trust takes its place. */
function rankOf(level: AccessLevel): number {
  return LADDER.indexOf(level);
}
