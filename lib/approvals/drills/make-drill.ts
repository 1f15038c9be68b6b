import type { AccessGrant } from "#lib/policy/access-level.ts";
import { argumentAlarm } from "#lib/policy/argument-alarm.ts";
import { checkCall } from "#lib/policy/check.ts";
import type { Permission } from "#lib/policy/decision/judge-permission.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { describeEffect } from "#lib/policy/effect.ts";
import type { Reach } from "#lib/policy/narrow-policy.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { FLAWS } from "./flaws.ts";

/** A real call that people were asked about, which a decoy can be made of. */
export interface DrillMaterial {
  readonly agentId: string;
  readonly toolVersionId: string;
  readonly tool: string;
  readonly contract: ToolContract;
  /** RFC 8785 text. */
  readonly input: string;
  /** At which level the agent acts with this tool, and what that gives it. */
  readonly accessLevel: AccessLevel;
  readonly grants: AccessGrant;
  readonly projectRoot: string | null;
  /** What the policy says of this agent and this tool. */
  readonly permission: Permission;
  readonly narrowings: readonly Reach[];
  readonly enforceToolPolicies: boolean;
}

export interface Drill {
  readonly agentId: string;
  readonly toolVersionId: string;
  readonly input: string;
  /** The lines that the gateway would have written, had the agent asked for it. */
  readonly checks: readonly TraceLine[];
  readonly targets: readonly string[];
  readonly effect: string;
  readonly flaw: string;
}

/**
 * One of the calls with one flaw, or nothing where none of them can be spoilt so that policy would still hold it: what the gate refuses tests nobody. `pick` chooses
 * among what is possible, so that nobody learns an order.
 */
export function makeDrill(
  material: readonly DrillMaterial[],
  pick: <T>(from: readonly T[]) => T | undefined,
): Drill | undefined {
  const drill = pick(material.flatMap(drillsOf));
  return drill && withAlarm(drill);
}

/** Read for the one that was chosen alone: to read them all takes seconds. */
function withAlarm(drill: Drill): Drill {
  const alarm = argumentAlarm(JSON.parse(drill.input));
  return alarm ? { ...drill, checks: [...drill.checks, alarm] } : drill;
}

function drillsOf(material: DrillMaterial): Drill[] {
  const given = argumentsIn(material.input);
  return Object.entries(given).flatMap(([name, value]) =>
    FLAWS.flatMap(({ sentence, spoil }) => {
      const spoilt = typeof value === "string" || typeof value === "number" ? spoil(value, name) : undefined;
      if (spoilt === undefined || spoilt === value) return [];
      return askedFor(material, { ...given, [name]: spoilt }, sentence);
    }),
  );
}

/** As if the agent had asked for it; empty when it would not have come before people. */
function askedFor(material: DrillMaterial, bad: Record<string, unknown>, flaw: string): Drill[] {
  const { agentId, toolVersionId, contract, accessLevel, grants, projectRoot, permission, narrowings } = material;
  const checked = checkCall({
    contract,
    versionState: "approved",
    input: bad,
    accessLevel,
    grant: grants,
    permission,
    narrowings,
    enforce: material.enforceToolPolicies,
    roots: { workspace: "/workspace", ...(projectRoot === null ? {} : { project: "/project" }) },
  });
  if (!checked.ok) return [];
  const { canonicalInput, input, lines, targets } = checked.value;
  const effect = describeEffect(contract, input);
  return [{ agentId, toolVersionId, input: canonicalInput, checks: lines, targets, effect, flaw }];
}

/** What an agent sent may be anything; what is no object has no arguments to spoil. */
function argumentsIn(input: string): Record<string, unknown> {
  const value: unknown = JSON.parse(input);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
