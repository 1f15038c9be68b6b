import type { AccessGrant } from "#lib/policy/access-level.ts";
import { actingGrant } from "#lib/policy/decision/acting-grant.ts";
import { type CallHistory, NO_HISTORY } from "#lib/policy/decision/call-history.ts";
import { type CompiledPolicy, policyOfAgent } from "#lib/policy/decision/compile-policy.ts";
import { decide } from "#lib/policy/decision/decide.ts";
import { reachFor } from "#lib/policy/decision/reach-for.ts";
import { strictest } from "#lib/policy/decision/strictest.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { gateArguments } from "#lib/policy/gate/gate.ts";
import { narrowPolicy } from "#lib/policy/narrow-policy.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { RecordedTool, RehearsedAgent } from "./recorded-call.ts";
import { type Stance, stanceOf } from "./stance.ts";

/** One of the two policies that are compared. */
export interface PolicySide {
  readonly policy: CompiledPolicy;
  readonly version: number;
  /** When the rehearsal is held: a rule that has ended by now says nothing, however old the calls are. */
  readonly now: number;
}

export interface Judged {
  readonly stance: Stance;
  readonly lines: readonly TraceLine[];
}

/** What one policy says of an agent and a version of a tool, before anything is known of a single call. */
export interface PairJudgement {
  readonly judged: Judged;
  /** Whether it counts earlier calls. If not, the judgement is the same for every call but for what the gate says. */
  readonly counts: boolean;
  readonly reach: Reached;
}

/** What the gate measures arguments by; two that are written alike give the same lines. */
export interface Reached {
  readonly policy: ToolPolicy;
  readonly grant: AccessGrant;
  readonly enforce: boolean;
  readonly written: string;
}

export function judgePair(side: PolicySide, agent: RehearsedAgent, tool: RecordedTool): PairJudgement {
  let counts = false;
  const noticing: CallHistory = {
    made: (...asked) => notice(() => NO_HISTORY.made(...asked)),
    completed: (...asked) => notice(() => NO_HISTORY.completed(...asked)),
    spent: (...asked) => notice(() => NO_HISTORY.spent(...asked)),
  };
  const judged = judgeCall(side, agent, tool, noticing);
  return { judged, counts, reach: reachOf(side, agent, tool) };

  function notice<T>(answer: () => T): T {
    counts = true;
    return answer();
  }
}

/** The version was in force when the call was asked, so it is decided as one that is. */
export function judgeCall(side: PolicySide, agent: RehearsedAgent, tool: RecordedTool, history: CallHistory): Judged {
  const { verdict, lines } = decide({
    policy: side.policy,
    policyVersion: side.version,
    contract: tool.contract,
    toolState: "active",
    versionState: "approved",
    requiresApproval: tool.requiresApproval,
    agent,
    signals: { alarm: tool.alarmed, drifted: false, firstSeenTarget: false },
    history,
    now: side.now,
  });
  return { stance: stanceOf(verdict), lines };
}

function reachOf(side: PolicySide, agent: RehearsedAgent, { contract }: RecordedTool): Reached {
  const { grant } = actingGrant(side.policy, agent, contract.category);
  const policy = narrowPolicy(contract.policy, reachFor(side.policy, agent.name, contract, side.now), grant);
  const enforce = policyOfAgent(side.policy, agent.name).enforceToolPolicies;
  const { filesystem, network } = policy;
  const written = JSON.stringify([filesystem, network, grant.file_system, grant.network, enforce]);
  return { policy, grant, enforce, written };
}

/** What the path and host gate says of the recorded input. */
export function gateLines(reach: Reached, agent: RehearsedAgent, tool: RecordedTool, input: unknown): TraceLine[] {
  const request = {
    contract: { ...tool.contract, policy: reach.policy },
    input,
    grant: reach.grant,
    roots: { workspace: "/workspace", ...(agent.hasProject ? { project: "/project" } : {}) },
    enforce: reach.enforce,
  };
  return gateArguments(request).lines;
}

export function withGate(judged: Judged, gate: readonly TraceLine[]): Judged {
  if (gate.every(({ concluded }) => concluded === "pass")) return judged;
  const lines = [...judged.lines, ...gate];
  return { stance: stanceOf(strictest(lines)), lines };
}
