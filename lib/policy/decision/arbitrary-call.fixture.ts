import fc from "fast-check";
import { ACTION_TYPES } from "../action-types.ts";
import type { PolicyNames } from "../document/arbitrary-policy.fixture.ts";
import type { PolicyDocument } from "../document/policy-document.ts";
import { ACCESS_LEVELS, CATEGORIES, EGRESS_CLASSES, RISKS, SAFETY_CLASSES } from "../vocabulary.ts";
import { NOW } from "./call.fixture.ts";
import { compilePolicy } from "./compile-policy.ts";
import { type DecisionRequest, decide } from "./decide.ts";

export const FEW_NAMES: PolicyNames = {
  agents: ["ada", "bert"],
  tools: ["read_file", "send_mail"],
  profiles: ["careful", "night_shift"],
};

const LADDER = ACCESS_LEVELS.filter((level) => level !== "custom");

/** Everything about a call but the policy it is decided by. */
export type BareCall = Omit<DecisionRequest, "policy" | "policyVersion">;

/** Calls by the names that arbitrary policies use; the history answers by what it was asked, the same each time. */
export function arbitraryCall({ agents, tools } = FEW_NAMES): fc.Arbitrary<BareCall> {
  const contract = fc
    .record({
      name: fc.constantFrom(...tools),
      safetyClass: fc.constantFrom(...SAFETY_CLASSES),
      egressClass: fc.constantFrom(...EGRESS_CLASSES),
      category: fc.constantFrom(...CATEGORIES),
      actionType: fc.constantFrom(...ACTION_TYPES),
      mode: fc.constantFrom("none" as const, "allowlist" as const, "open" as const, undefined),
      risk: fc.constantFrom(...RISKS, undefined),
      most: fc.constantFrom(1, 3, undefined),
    })
    .map(({ mode, risk, most, ...rest }) => ({
      ...rest,
      policy: { ...(mode && { network: { mode } }), ...(risk && { risk }) },
      ...(most && { constraints: { maxInvocations: most } }),
    }));
  const level = fc.constantFrom(...LADDER, undefined);
  const agent = fc
    .record({ name: fc.constantFrom(...agents), declared: fc.constantFrom(...ACCESS_LEVELS), all: level, web: level })
    .map(({ all, web, ...rest }) => ({ ...rest, frozen: false, trust: { ...(all && { all }), ...(web && { web }) } }));
  const history = fc
    .record({ made: fc.nat(6), calls: fc.nat(9), cost: fc.nat(12), completed: fc.boolean() })
    .map(({ made, calls, cost, completed }) => ({
      made: () => made,
      completed: () => completed,
      spent: () => ({ calls, cost }),
    }));
  return fc
    .record({ contract, agent, history, requiresApproval: fc.boolean(), alarm: fc.boolean() })
    .map(({ alarm, ...rest }) => ({
      ...rest,
      toolState: "active",
      versionState: "approved",
      signals: { alarm, drifted: false, firstSeenTarget: false },
      now: NOW,
    }));
}

export function decideBy(document: PolicyDocument, call: BareCall) {
  return decide({ ...call, policy: compilePolicy(document), policyVersion: 1 });
}

/** 0 runs, 1 and 2 are held for so many, 3 is denied. */
export function strictnessBy(document: PolicyDocument, call: BareCall): number {
  const { verdict } = decideBy(document, call);
  return verdict.kind === "deny" ? 3 : verdict.kind === "hold" ? verdict.people : 0;
}
