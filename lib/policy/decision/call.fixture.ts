import { POLICY_AS_SHIPPED } from "../document/as-shipped.ts";
import { type PolicyDocument, policyDocumentSchema } from "../document/policy-document.ts";
import { NO_HISTORY } from "./call-history.ts";
import { compilePolicy } from "./compile-policy.ts";
import type { DecisionRequest } from "./decide.ts";

/** A document as an operator would write it: what is left out is as shipped. */
export function documentWith(change: Record<string, unknown>): PolicyDocument {
  return policyDocumentSchema.parse({ ...POLICY_AS_SHIPPED, ...change });
}

/** The policy as shipped, in which the agent `scout` has one profile, `careful`, with these contents. */
export function policyWithProfile(profile: Record<string, unknown>, agent: Record<string, unknown> = {}) {
  return compilePolicy(
    documentWith({ profiles: { careful: profile }, agents: { scout: { profiles: ["careful"], ...agent } } }),
  );
}

export const NOW = Date.parse("2030-06-01T12:00:00Z");

/** A call that nothing holds or denies. */
export const FREE_CALL: DecisionRequest = {
  policy: compilePolicy(POLICY_AS_SHIPPED),
  policyVersion: 1,
  contract: {
    name: "read_file",
    safetyClass: "read",
    egressClass: "none",
    category: "file_system",
    actionType: "fs:read",
    policy: { risk: "low", network: { mode: "none" } },
  },
  toolState: "active",
  versionState: "approved",
  requiresApproval: false,
  agent: { name: "scout", frozen: false, declared: "standard", trust: {} },
  signals: { alarm: false, drifted: false, firstSeenTarget: false },
  history: NO_HISTORY,
  now: NOW,
};

export function callWith(
  change: Partial<DecisionRequest>,
  contract: Partial<DecisionRequest["contract"]> = {},
): DecisionRequest {
  return { ...FREE_CALL, ...change, contract: { ...FREE_CALL.contract, ...contract } };
}
