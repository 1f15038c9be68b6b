import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { ToolContract } from "#lib/registry/contract.ts";

/**
 * What a call may touch. A tool whose class says that nothing leaves has no way out, whatever its policy says or leaves
 * unsaid and whatever its agent's level would give: people approved it, or were never asked, because of that class.
 */
export function policyInForce({ egressClass }: Pick<ToolContract, "egressClass">, policy: ToolPolicy): ToolPolicy {
  return egressClass === "none" ? { ...policy, network: { mode: "none" } } : policy;
}
