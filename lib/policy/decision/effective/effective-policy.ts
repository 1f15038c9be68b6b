import type { ToolContract } from "#lib/registry/contract.ts";
import type { DecidedAgent } from "../acting-grant.ts";
import { type CompiledPolicy, policyOfAgent } from "../compile-policy.ts";
import { calledBy } from "../index-by-subject.ts";
import { rulesInForce } from "../reach-for.ts";
import { countLines } from "./count-lines.ts";
import type { EffectiveLine } from "./effective-line.ts";
import { levelLines } from "./level-lines.ts";
import { peopleLines } from "./people-lines.ts";
import { reachLines } from "./reach-lines.ts";

export interface EffectiveTool
  extends Pick<
    ToolContract,
    "name" | "safetyClass" | "egressClass" | "category" | "actionType" | "policy" | "constraints" | "maxCost"
  > {
  readonly requiresApproval: boolean;
  /** A finding of medium or above, or drift: its calls are a tier higher. */
  readonly alarmed: boolean;
}

/** What the lines are made from: looked up once. */
export interface EffectiveCase {
  readonly policy: CompiledPolicy;
  readonly agent: DecidedAgent;
  readonly tool: EffectiveTool;
  readonly entry: ReturnType<typeof policyOfAgent>;
  readonly call: ReturnType<typeof calledBy>;
  readonly rules: ReturnType<typeof rulesInForce>;
}

/** What holds for an agent with a tool before any input is seen, and where each line of it is written. */
export function effectivePolicy(
  policy: CompiledPolicy,
  agent: DecidedAgent,
  tool: EffectiveTool,
  now: number,
): EffectiveLine[] {
  const call = calledBy(tool);
  const found: EffectiveCase = {
    ...{ policy, agent, tool, call },
    entry: policyOfAgent(policy, agent.name),
    rules: rulesInForce(policy, agent.name, call, now),
  };
  return [...peopleLines(found), ...levelLines(found), ...reachLines(found), ...countLines(found)];
}
