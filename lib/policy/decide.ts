import type { ErrorCode } from "#lib/errors/codes.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { AccessGrant } from "./access-level.ts";
import type { DecisionTrace, TraceLine, Verdict } from "./decision-trace.ts";
import { judgeClasses } from "./judge-classes.ts";
import { judgeConstraints, type SessionHistory } from "./judge-constraints.ts";
import { judgeLevel } from "./judge-level.ts";
import { judgeProfile, type ProfileOverride } from "./judge-profile.ts";
import { judgeTier, type Signals, tierOf } from "./tier.ts";
import type { AccessLevel, ToolState, ToolVersionState } from "./vocabulary.ts";

/**
 * The decision core, pure: what would become of this call, and why. The database decides for itself when a call is asked
 * (`airlock.decide_call`, the same rule ids); this one answers beforehand and in retrospect: which tools to list, what a
 * changed policy would have decided, what the check stage already knows.
 *
 * Every rule adds lines; the verdict is the strictest of them. So the order of rules never matters, and adding one can
 * only narrow.
 */
export interface DecisionRequest {
  readonly policyVersion: number;
  readonly contract: Pick<
    ToolContract,
    "name" | "safetyClass" | "egressClass" | "category" | "actionType" | "policy" | "constraints"
  >;
  readonly toolState: ToolState;
  readonly versionState: ToolVersionState;
  /** The registry's own flag; a write-class tool has it whatever anybody sets. */
  readonly requiresApproval: boolean;
  readonly agent: {
    readonly frozen: boolean;
    readonly level: AccessLevel;
    readonly grant: AccessGrant;
    readonly overrides: readonly ProfileOverride[];
  };
  readonly signals: Signals;
  readonly history: SessionHistory;
  /** What the check stage found out about this very input, if there is one. */
  readonly checks?: readonly TraceLine[];
}

export function decide(request: DecisionRequest): DecisionTrace {
  const { contract, agent, signals } = request;
  const tier = tierOf(contract.policy.risk, contract.safetyClass, signals);
  const lines = withoutRepeats([
    ...(request.checks ?? []),
    ...judgeState(request),
    ...judgeClasses(contract, request.requiresApproval),
    ...judgeTier(tier, contract.safetyClass),
    ...judgeLevel({ ...agent, category: contract.category, actionType: contract.actionType }),
    ...judgeProfile(contract, agent.overrides),
    ...judgeConstraints(contract.constraints, contract.name, request.history),
  ]);
  return {
    version: 1,
    policyVersion: request.policyVersion,
    verdict: strictest(lines),
    tier,
    lines,
  };
}

function judgeState({ toolState, versionState, agent, contract }: DecisionRequest): TraceLine[] {
  const lines: TraceLine[] = [];
  if (toolState !== "active" || versionState !== "approved") {
    const saw = `tool ${toolState}, version ${versionState}`;
    const sentence = `${contract.name} has no version that may run.`;
    lines.push({ rule: "contract.version", stage: "decide", concluded: "deny", saw, sentence });
  }
  if (agent.frozen) {
    lines.push({
      rule: "agent.frozen",
      stage: "decide",
      concluded: "deny",
      saw: "frozen",
      sentence: "The agent is frozen.",
    });
  }
  return lines;
}

/** The check stage has asked about the level already. Only wholly equal lines are one: a larger quorum is never dropped. */
function withoutRepeats(lines: readonly TraceLine[]): TraceLine[] {
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

/** Which refusal a denying rule stands for; where several deny, the first of this list is the one that is reported. */
const CODES: readonly (readonly [rulePrefix: string, code: ErrorCode])[] = [
  ["kill.", "stopped"],
  ["agent.frozen", "agent_frozen"],
  ["contract.version", "tool_not_runnable"],
  ["contract.input", "invalid_input"],
  ["gate.path", "path_refused"],
  ["gate.host", "host_refused"],
  ["constraint.", "constraint_refused"],
  ["", "access_refused"],
];

/** Deny beats hold beats run; the larger quorum wins. No line at all is a denial: nothing said yes. */
export function strictest(lines: readonly TraceLine[]): Verdict {
  const denials = lines.filter(({ concluded }) => concluded === "deny");
  if (denials.length > 0 || lines.length === 0) {
    const code = CODES.find(([prefix]) => prefix === "" || denials.some(({ rule }) => rule.startsWith(prefix)))?.[1];
    return { kind: "deny", code: code ?? "access_refused" };
  }
  const people = Math.max(0, ...lines.map((line) => (line.concluded === "hold" ? (line.people ?? 1) : 0)));
  return people > 0 ? { kind: "hold", people } : { kind: "run" };
}
