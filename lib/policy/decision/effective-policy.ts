import type { ToolContract } from "#lib/registry/contract.ts";
import { actingGrant, type DecidedAgent } from "./acting-grant.ts";
import type { CompiledPolicy } from "./compile-policy.ts";

/** One row of "what holds for this agent with this tool": a value, and where it is written. */
export interface EffectiveLine {
  /** What it is about: `people`, `network`, `hosts`, `limits.wallSeconds`, `budget` … */
  readonly field: string;
  readonly value: string;
  /** `class safety.write`, `level restricted`, `trust restricted`, `profile careful, rule 2`, `agent entry`, `tool`. */
  readonly from: string;
  /** False: said, but something else is stricter. */
  readonly binds: boolean;
  /** Why, where whoever wrote it said so. */
  readonly reason?: string;
}

export interface EffectiveTool
  extends Pick<
    ToolContract,
    "name" | "safetyClass" | "egressClass" | "category" | "actionType" | "policy" | "constraints" | "maxCost"
  > {
  readonly requiresApproval: boolean;
}

export function effectivePolicy(
  policy: CompiledPolicy,
  agent: DecidedAgent,
  tool: EffectiveTool,
  _now: number,
): EffectiveLine[] {
  const { level, grant } = actingGrant(policy, agent, tool.category);
  return [{ field: "network", value: grant.network, from: `level ${level}`, binds: true }];
}
