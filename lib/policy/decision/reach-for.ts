import type { ToolContract } from "#lib/registry/contract.ts";
import type { Reach } from "../narrow-policy.ts";
import { type CompiledPolicy, type CompiledRule, policyOfAgent } from "./compile-policy.ts";
import { type CalledBy, calledBy, entriesFor } from "./index-by-subject.ts";

/** The rules of an agent's profiles that are about a call, and have not ended. */
export function rulesInForce(policy: CompiledPolicy, agentName: string, call: CalledBy, now: number): CompiledRule[] {
  return (
    policyOfAgent(policy, agentName)
      .profiles.flatMap(({ rules }) => entriesFor(rules, call))
      // Said so that an end that cannot be read is no end.
      .filter(({ endsAt }) => !(endsAt <= now))
  );
}

/** What the agent's profiles leave of what a tool may touch, one entry a rule that says anything about it. All of them hold. */
export function reachFor(
  policy: CompiledPolicy,
  agentName: string,
  tool: Pick<ToolContract, "name" | "actionType" | "category">,
  now: number,
): Reach[] {
  return rulesInForce(policy, agentName, calledBy(tool), now)
    .map(({ rule }) => reachOf(rule))
    .filter((reach) => Object.keys(reach).length > 0);
}

export function reachOf({ hosts, read, write, limits, backends }: CompiledRule["rule"]): Reach {
  return {
    ...(hosts && { hosts }),
    ...(read && { read }),
    ...(write && { write }),
    ...(limits && { limits }),
    ...(backends && { backends }),
  };
}
