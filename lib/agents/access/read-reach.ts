import type postgres from "postgres";
import { actingGrant, type DecidedAgent } from "#lib/policy/decision/acting-grant.ts";
import { compilePolicy } from "#lib/policy/decision/compile-policy.ts";
import { reachFor } from "#lib/policy/decision/reach-for.ts";
import type { AgentReach } from "#lib/policy/policy-for-call.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { readAgentTrust } from "./read-agent-trust.ts";

interface Agent extends Pick<DecidedAgent, "name" | "declared"> {
  readonly id: string;
}

/**
 * How far an agent may go with a tool by the policy of now. A claim is told the same by the database (airlock.call_terms), which no page
 * may read; the two are compared by differential test.
 */
export async function readReach(
  sql: postgres.Sql,
  { id, name, declared }: Agent,
  tool: Pick<ToolContract, "name" | "actionType" | "category">,
  now: number,
): Promise<AgentReach & { readonly level: AccessLevel }> {
  const [inForce, trust] = await Promise.all([readPolicyInForce(sql), readAgentTrust(sql, id)]);
  const policy = compilePolicy(inForce.document);
  return {
    ...actingGrant(policy, { name, declared, trust }, tool.category),
    narrowings: reachFor(policy, name, tool, now),
  };
}
