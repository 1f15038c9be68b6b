import { diffPolicies } from "./diff-policies.ts";
import type { PolicyDocument } from "./policy-document.ts";

/** Whether `after` gives more than `before`, or is not provably as narrow. The database answers the same (airlock.policy_widens). */
export function widens(before: PolicyDocument, after: PolicyDocument): boolean {
  return diffPolicies(before, after).some(({ widening }) => widening);
}
