import type { ToolContract } from "#lib/registry/contract.ts";
import type { DecisionTrace, TraceLine } from "../decision-trace.ts";
import type { ToolState, ToolVersionState } from "../vocabulary.ts";
import { actingGrant, type DecidedAgent } from "./acting-grant.ts";
import type { CallHistory } from "./call-history.ts";
import { type CompiledPolicy, policyOfAgent } from "./compile-policy.ts";
import { calledBy, entriesFor } from "./index-by-subject.ts";
import { judgeBudgets } from "./judge-budgets.ts";
import { judgeClasses } from "./judge-classes.ts";
import { judgeConstraints } from "./judge-constraints.ts";
import { judgeLevel } from "./judge-level.ts";
import { judgePermission, permissionOf } from "./judge-permission.ts";
import { judgeLists, judgeRules } from "./judge-profiles.ts";
import { denying } from "./line.ts";
import { rulesInForce } from "./reach-for.ts";
import { strictest } from "./strictest.ts";
import { judgeTier, type Signals, tierOf } from "./tier.ts";

/**
 * The decision core, pure: what would become of this call, and why. The database decides for itself when a call is asked
 * (`airlock.decide_call`, the same rule ids); this one answers beforehand and in retrospect: which tools to list, what a
 * changed policy would have decided, what the check stage already knows.
 *
 * Every rule adds lines; the verdict is the strictest of them. So the order of rules never matters, and adding one can
 * only narrow.
 */
export interface DecisionRequest {
  readonly policy: CompiledPolicy;
  readonly policyVersion: number;
  readonly contract: Pick<
    ToolContract,
    "name" | "safetyClass" | "egressClass" | "category" | "actionType" | "policy" | "constraints" | "maxCost"
  >;
  readonly toolState: ToolState;
  readonly versionState: ToolVersionState;
  /** The registry's own flag; a write-class tool has it whatever anybody sets. */
  readonly requiresApproval: boolean;
  readonly agent: DecidedAgent & { readonly frozen: boolean };
  readonly signals: Signals;
  readonly history: CallHistory;
  /** What the check stage found out about this very input, if there is one. */
  readonly checks?: readonly TraceLine[];
  /** In milliseconds since 1970: rules end. */
  readonly now: number;
}

export function decide(request: DecisionRequest): DecisionTrace {
  const { policy, contract, agent, history } = request;
  const entry = policyOfAgent(policy, agent.name);
  const call = calledBy(contract);
  const tier = tierOf(contract.policy.risk, contract.safetyClass, request.signals);
  const permission = permissionOf(entry, contract.name);
  const budgets = entry.profiles.flatMap((profile) => entriesFor(profile.budgets, call));
  const judged = [
    ...judgeState(request),
    ...judgeClasses(policy.classes, contract, request.requiresApproval),
    ...judgeTier(tier, contract.safetyClass),
    ...judgePermission(permission, contract.name),
    ...judgeLevel({
      ...actingGrant(policy, agent, contract.category),
      category: contract.category,
      actionType: contract.actionType,
      allowed: permission === "allowed",
    }),
    ...judgeRules(rulesInForce(policy, agent.name, call, request.now), contract.name, history),
    ...judgeLists(entry, call),
    ...judgeConstraints(contract.constraints, contract.name, history),
    ...judgeBudgets(budgets, contract.maxCost ?? 0, history),
  ];
  const lines = [...notAmong(judged, request.checks ?? []), ...judged];
  return { version: 1, policyVersion: request.policyVersion, verdict: strictest(lines), tier, lines };
}

function judgeState({ toolState, versionState, agent, contract }: DecisionRequest): TraceLine[] {
  const lines: TraceLine[] = [];
  if (toolState !== "active" || versionState !== "approved") {
    const saw = `tool ${toolState}, version ${versionState}`;
    lines.push(denying("contract.version", { saw, sentence: `${contract.name} has no version that may run.` }));
  }
  if (agent.frozen) lines.push(denying("agent.frozen", { saw: "frozen", sentence: "The agent is frozen." }));
  return lines;
}

/** The check stage has asked about the level already. Only wholly equal lines are one: a larger quorum is never dropped. */
function notAmong(judged: readonly TraceLine[], checks: readonly TraceLine[]): readonly TraceLine[] {
  if (checks.length === 0) return checks;
  const known = new Set(judged.map((line) => JSON.stringify(line)));
  return checks.filter((line) => !known.has(JSON.stringify(line)));
}
