import { allowedBackends } from "#lib/policy/narrow-policy.ts";
import { policyForCall } from "#lib/policy/policy-for-call.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import type { Claim } from "./claim.ts";

/** What a sandbox is planned by, besides files and programs: what the call may touch, what kind of work it is, and who may run it. */
export function termsOf({ contract, agent }: Pick<Claim, "contract" | "agent">, policy: ToolPolicy): CallTerms {
  const { category, actionType, egressClass } = contract;
  const { grants: grant, narrowings } = agent;
  const backends = allowedBackends(narrowings);
  return {
    ...{ policy: policyForCall(policy, egressClass, { grant, narrowings }), grant },
    ...{ category, actionType, egressClass },
    ...(backends === undefined ? {} : { backends }),
  };
}

interface CallTerms extends Pick<Claim["contract"], "category" | "actionType" | "egressClass"> {
  readonly policy: ToolPolicy;
  readonly grant: Claim["agent"]["grants"];
  readonly backends?: readonly Backend[];
}
