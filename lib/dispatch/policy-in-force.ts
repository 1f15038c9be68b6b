import { allowedBackends, narrowPolicy } from "#lib/policy/narrow-policy.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import type { Claim } from "./claim.ts";

type Called = Pick<Claim, "contract" | "agent">;

/**
 * What a call may touch: what the tool declares, met with how far the profiles of its agent let it reach. A tool whose
 * class says that nothing leaves has no way out, whatever its policy says or leaves unsaid and whatever its agent's level
 * would give: people approved it, or were never asked, because of that class.
 */
export function policyInForce({ contract, agent }: Called, policy: ToolPolicy): ToolPolicy {
  const narrowed = narrowPolicy(policy, agent.narrowings ?? [], agent.grants);
  return contract.egressClass === "none" ? { ...narrowed, network: { mode: "none" } } : narrowed;
}

/** What else decides about the sandbox of a call: the kind of work it is, and who may run it. */
export function kindInForce({ contract, agent }: Called): Kind {
  const { category, actionType, egressClass } = contract;
  const backends = allowedBackends(agent.narrowings ?? []);
  return { category, actionType, egressClass, ...(backends === undefined ? {} : { backends }) };
}

interface Kind extends Pick<Claim["contract"], "category" | "actionType" | "egressClass"> {
  readonly backends?: readonly Backend[];
}
