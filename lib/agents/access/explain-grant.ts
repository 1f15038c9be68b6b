import type { AccessGrant } from "#lib/policy/access-level.ts";
import { actingGrant, type DecidedAgent, grantOf, trustIn } from "#lib/policy/decision/acting-grant.ts";
import { type CompiledPolicy, policyOfAgent } from "#lib/policy/decision/compile-policy.ts";
import type { Narrowing } from "#lib/policy/document/policy-document.ts";
import { deploymentWord, networkWord } from "#lib/policy/grant-words.ts";
import { CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";

const FIELDS = [
  "file_system",
  "network",
  "git",
  "terminal",
  "commands",
  "code_execution",
  "deployment",
  "requires_approval",
] as const;
type Field = (typeof FIELDS)[number];

/** One part of what an agent reaches: what holds, and who said so. */
export interface GrantLine {
  readonly field: Field;
  readonly holds: string;
  readonly said: readonly { readonly from: string; readonly value: string; readonly binds: boolean }[];
}

/** Categories that share an acting level, and so reach the same. */
export interface ActingGroup {
  readonly categories: readonly Category[];
  readonly level: string;
  readonly lines: readonly GrantLine[];
}

/** What an agent reaches, by category of tool: trust may be less in one of them than in the others. */
export function explainGrants(policy: CompiledPolicy, agent: DecidedAgent): ActingGroup[] {
  const groups = Map.groupBy(CATEGORIES, (category) => JSON.stringify(actingGrant(policy, agent, category)));
  return [...groups.values()]
    .flatMap((categories) => {
      const [first] = categories;
      if (first === undefined) return [];
      return [{ categories, level: actingLevel(policy, agent, first), lines: explain(policy, agent, first) }];
    })
    .sort((a, b) => b.categories.length - a.categories.length);
}

/** By the name that the document has for it. */
function actingLevel(policy: CompiledPolicy, agent: DecidedAgent, category: Category): string {
  const { level } = actingGrant(policy, agent, category);
  return level === "custom" ? (policyOfAgent(policy, agent.name).customLevel ?? level) : level;
}

function explain(policy: CompiledPolicy, agent: DecidedAgent, category: Category): GrantLine[] {
  const { level, grant } = actingGrant(policy, agent, category);
  const { customLevel, narrow } = policyOfAgent(policy, agent.name);
  const [least] = trustIn(agent, category);
  const sources: { from: string; grant: Partial<AccessGrant> | Narrowing }[] = [
    level === "custom"
      ? { from: `level ${customLevel ?? level}`, grant: grantOf(policy, customLevel ?? level) }
      : {
          from: level === agent.declared ? `level ${level}` : `level ${level}, by trust`,
          grant: grantOf(policy, level),
        },
    ...(level === "custom" && least ? [{ from: `trust ${least.level}`, grant: grantOf(policy, least.level) }] : []),
    ...(narrow ? [{ from: "agent entry", grant: narrow }] : []),
  ];
  return FIELDS.flatMap((field) => {
    const holds = write(field, grant[field], grant);
    if (holds === undefined) return [];
    const said = sources.flatMap(({ from, grant: part }) => {
      const value = write(field, part[field], grant);
      return value === undefined ? [] : [{ from, value, binds: addsTo(field, value, holds) }];
    });
    return [{ field, holds, said }];
  });
}

/** Of what is held for people every list counts that is not empty; of anything else whoever said what holds. */
function addsTo(field: Field, value: string, holds: string): boolean {
  return value === holds || (field === "requires_approval" && value !== NOTHING_MORE);
}

const NOTHING_MORE = "nothing more";

/** A part as a page says it, of an agent that acts with this grant. */
function write(field: Field, value: AccessGrant[Field], { network }: AccessGrant): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "boolean") return deploymentWord({ deployment: value, network });
  if (field === "network") return networkWord(value as AccessGrant["network"]);
  if (Array.isArray(value)) return value.length === 0 ? NOTHING_MORE : value.join(", ");
  return String(value).replaceAll("_", " ");
}
