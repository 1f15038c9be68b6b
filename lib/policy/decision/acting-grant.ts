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

const RISING = ["sandboxed", "restricted", "standard", "elevated"] as const;
type Rung = (typeof RISING)[number];

/** A level that the document does not have gives the least. */
const LEAST = accessGrantSchema.parse({});

/**
 * The level at which an agent acts with tools of a category, and what that reaches: the lowest of what was declared and what
 * it is trusted with, met with what its entry narrows. A custom level has no place on the ladder, so it is met with the
 * level of trust field by field.
 */
export function actingGrant(policy: CompiledPolicy, agent: DecidedAgent, category: Category): ActingGrant {
  const { level, grants } = grantsOf(policy, agent, category);
  const narrow = policyOfAgent(policy, agent.name).narrow;
  const grant = grants.reduce((met, next) => meetGrants(met, next));
  return { level, grant: narrow ? meetGrants(grant, narrow) : grant };
}

function grantsOf(policy: CompiledPolicy, agent: DecidedAgent, category: Category) {
  const trusted = [agent.trust.all, agent.trust[category]].filter((level) => level !== undefined).map(rungOf);
  const grantOf = (level: string): AccessGrant => policy.levels.get(level) ?? LEAST;
  if (agent.declared !== "custom") {
    const level = lowest([rungOf(agent.declared), ...trusted]);
    return { level, grants: [grantOf(level)] } as const;
  }
  const own = grantOf(policyOfAgent(policy, agent.name).customLevel ?? "custom");
  return { level: "custom", grants: [own, ...(trusted.length > 0 ? [grantOf(lowest(trusted))] : [])] } as const;
}

/** Nobody is trusted with `custom`; whoever says so is taken to mean the least. */
function rungOf(level: AccessLevel): Rung {
  return level === "custom" ? "sandboxed" : level;
}

function lowest(levels: readonly Rung[]): Rung {
  return RISING.find((rung) => levels.includes(rung)) ?? "sandboxed";
}
