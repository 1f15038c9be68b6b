import type { AccessGrant } from "../../access-level.ts";
import { actingGrant, grantOf, trustIn } from "../acting-grant.ts";
import { commonSaid, type EffectiveLine, type Said } from "./effective-line.ts";
import type { EffectiveCase } from "./effective-policy.ts";

const FIELDS = ["file_system", "network", "git", "terminal", "code_execution", "deployment"] as const;

/** A level's grant, or the fields that an entry narrows. */
type SomeGrants = { readonly [Field in keyof AccessGrant]?: AccessGrant[Field] | undefined };

/** At which level the agent acts, and what each part of that reaches. */
export function levelLines(found: EffectiveCase): EffectiveLine[] {
  const { level, grant } = actingGrant(found.policy, found.agent, found.tool.category);
  const grants = grantsSaid(found);
  const lines = FIELDS.flatMap((field) =>
    grants.flatMap(({ value, from }): EffectiveLine[] => {
      const said = value[field];
      return said === undefined ? [] : [{ field, value: write(said), from, binds: said === grant[field] }];
    }),
  );
  return [...ladderLines(found, level), ...lines, ...commandLines(grants, grant)];
}

function write(said: string | boolean): string {
  return typeof said === "string" ? said : said ? "yes" : "with a person";
}

function ladderLines({ agent, tool }: EffectiveCase, acting: string): EffectiveLine[] {
  const trusted = trustIn(agent, tool.category).map(({ scope, level }) => ({ value: level, from: trustFrom(scope) }));
  return [{ value: agent.declared, from: "agent" }, ...trusted].map(({ value, from }) => ({
    field: "level",
    ...{ value, from },
    // Next to a custom level, trust is met with it and takes no place of its own.
    binds: value === acting || agent.declared === "custom",
  }));
}

function trustFrom(scope: string): string {
  return scope === "all" ? "trust" : `trust in ${scope}`;
}

/** Every grant that has a say: the acting level's, for a custom level also that of trust, and the entry's narrowing. */
function grantsSaid({ policy, agent, tool, entry }: EffectiveCase): Said<SomeGrants>[] {
  const { level } = actingGrant(policy, agent, tool.category);
  const trusted = agent.declared === "custom" ? trustIn(agent, tool.category) : [];
  const named = level === "custom" ? (entry.customLevel ?? "custom") : level;
  return [
    { value: grantOf(policy, named), from: `level ${named}` },
    ...trusted.slice(0, 1).map((trust) => ({ value: grantOf(policy, trust.level), from: trustFrom(trust.scope) })),
    ...(entry.narrow ? [{ value: entry.narrow, from: "agent entry" }] : []),
  ];
}

function commandLines(grants: readonly Said<SomeGrants>[], { commands }: AccessGrant): EffectiveLine[] {
  const said = grants.flatMap(({ value, from }) => (value.commands ? [{ value: value.commands, from }] : []));
  return commonSaid("commands", said, commands);
}
