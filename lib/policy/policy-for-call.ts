import type { AccessGrant } from "./access-level.ts";
import { narrowPolicy, type Reach } from "./narrow-policy.ts";
import type { ToolPolicy } from "./tool-policy.ts";
import type { EgressClass } from "./vocabulary.ts";

/** How far an agent may go with one tool, by the level at which it acts and the rules of its profiles. */
export interface AgentReach {
  readonly grant: AccessGrant;
  readonly narrowings: readonly Reach[];
}

/**
 * What a call may touch: what the tool declares, met with how far the profiles of its agent let it reach. A tool whose
 * class says that nothing leaves has no way out, whatever its policy says or leaves unsaid and whatever its agent's level
 * would give: people approved it, or were never asked, because of that class. The dispatcher builds by it, and pages show it.
 */
export function policyForCall(policy: ToolPolicy, egressClass: EgressClass, reach: AgentReach): ToolPolicy {
  const narrowed = narrowPolicy(policy, reach.narrowings, reach.grant);
  return egressClass === "none" ? { ...narrowed, network: { mode: "none" } } : narrowed;
}
