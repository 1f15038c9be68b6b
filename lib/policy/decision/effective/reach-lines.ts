import { DEFAULT_LIMITS } from "../../default-limits.ts";
import { allowedBackends, narrowPolicy } from "../../narrow-policy.ts";
import { LIMIT_NAMES } from "../../tool-policy.ts";
import { actingGrant } from "../acting-grant.ts";
import type { CompiledRule } from "../compile-policy.ts";
import { reachOf } from "../reach-for.ts";
import { commonSaid, type EffectiveLine, type Said, strictestSaid } from "./effective-line.ts";
import type { EffectiveCase } from "./effective-policy.ts";

/** Which files, hosts, limits and backends are left of what the tool declares once the profiles' rules have narrowed it. */
export function reachLines(found: EffectiveCase): EffectiveLine[] {
  const { policy, agent, tool, rules } = found;
  const { grant } = actingGrant(policy, agent, tool.category);
  const reaches = rules.map(({ rule }) => reachOf(rule));
  const narrowed = narrowPolicy(tool.policy, reaches, grant);
  const { filesystem, network } = tool.policy;
  return [
    ...commonSaid(
      "read",
      saidOf(found, filesystem?.read, ({ read }) => read),
      narrowed.filesystem?.read,
    ),
    ...commonSaid(
      "write",
      saidOf(found, filesystem?.write, ({ write, read }) => write ?? read),
      narrowed.filesystem?.write,
    ),
    ...commonSaid(
      "hosts",
      saidOf(found, network?.hosts, ({ hosts }) => hosts),
      narrowed.network?.hosts,
    ),
    ...LIMIT_NAMES.flatMap((name) => limitLines(found, name)),
    ...commonSaid(
      "backends",
      saidOf(found, undefined, ({ backends }) => backends),
      allowedBackends(reaches),
    ),
    ...gateLines(found),
  ];
}

function saidOf(
  { rules }: EffectiveCase,
  declared: readonly string[] | undefined,
  pick: (rule: CompiledRule["rule"]) => readonly string[] | undefined,
): Said<readonly string[]>[] {
  return [
    ...(declared === undefined ? [] : [{ value: declared, from: "tool" }]),
    ...rules.flatMap((rule) => {
      const value = pick(rule.rule);
      return value === undefined ? [] : [{ value, ...whoSaid(rule) }];
    }),
  ];
}

function limitLines({ tool, rules }: EffectiveCase, name: (typeof LIMIT_NAMES)[number]): EffectiveLine[] {
  const declared = tool.policy.limits?.[name];
  const said = rules.flatMap((rule) => {
    const value = rule.rule.limits?.[name];
    return value === undefined ? [] : [{ value, ...whoSaid(rule) }];
  });
  const own =
    declared === undefined ? { value: DEFAULT_LIMITS[name], from: "default" } : { value: declared, from: "tool" };
  return strictestSaid(name, [own, ...said], (value) => -value);
}

/** Where the gate only reports, a page has to say so; where it refuses, that is as it should be. */
function gateLines({ entry }: EffectiveCase): EffectiveLine[] {
  if (entry.enforceToolPolicies) return [];
  return [{ field: "gate", value: "reports only", from: "agent entry", binds: true }];
}

export function whoSaid({ profile, place, rule }: CompiledRule): { from: string; reason: string } {
  return { from: `profile ${profile}, rule ${place}`, reason: rule.reason };
}
