import type { EventType } from "#lib/gateway/event.ts";
import type { Tier } from "#lib/policy/vocabulary.ts";
import { type Approval, type Call, type Input, MINUTE, QUORUM_ROLE_AGE, type ToolKind, type World } from "./world.ts";

/** The invariants of DESIGN.md that more than one command rests on, and the ways a call changes. */

/** How many people a class asks for at the least. */
export const PEOPLE_NEEDED: Record<ToolKind["safetyClass"], number> = {
  read: 0,
  write: 1,
  financial: 1,
  privileged: 2,
};
export const TIER: Record<ToolKind["safetyClass"], Tier> = {
  read: "low",
  write: "medium",
  financial: "high",
  privileged: "dual",
};
/** Two people need time to meet, so the highest tier is not the shortest. */
const TIME_TO_DECIDE: Record<Tier, number> = {
  low: 60 * MINUTE,
  medium: 30 * MINUTE,
  high: 15 * MINUTE,
  dual: 30 * MINUTE,
};

export function isStopped(world: World, agent: number, tool: number): boolean {
  return world.switches.some(
    ({ open, scope, target }) =>
      open && (scope === "global" || (scope === "agent" && target === agent) || (scope === "tool" && target === tool)),
  );
}

export function isFrozen(world: World, call: Pick<Call, "agent">): boolean {
  return world.agents[call.agent]?.frozen ?? true;
}

/** A quarantined or changed version does not run. */
export function versionRuns(world: World, { tool, version }: Pick<Call, "tool" | "version">): boolean {
  const now = world.tools[tool];
  return now !== undefined && !now.quarantined && now.version === version;
}

/** Distinct people whose yes to this revision counts now: neither owner nor editor, still there, for two people with a role of some age. */
export function countingVotes(world: World, call: Call): number {
  const counted = call.votes.filter(({ revision, person, decision }) => {
    const voter = world.people[person];
    if (!voter || voter.gone || revision !== call.revision || decision !== "approve") return false;
    if (person === world.agents[call.agent]?.owner || call.inputs.some(({ editor }) => editor === person)) return false;
    return call.required < 2 || roleHasAged(world, person);
  });
  return new Set(counted.map(({ person }) => person)).size;
}

export function roleHasAged(world: World, person: number): boolean {
  const voter = world.people[person];
  return voter !== undefined && world.now - voter.roleSince > QUORUM_ROLE_AGE;
}

/** What would run now. */
export function inputOf(call: Call): Input {
  const input = call.inputs[call.revision - 1];
  if (!input) throw new Error("a revision without an input");
  return input;
}

/** Whether what people approved is still what would run. What needed nobody needs nobody under any policy of a run. */
export function bindingHolds(world: World, call: Call): boolean {
  const bypassed = call.bypassed && call.revision === 1;
  return (
    call.required === 0 ||
    ((bypassed || countingVotes(world, call) >= call.required) && inputOf(call).policyVersion === world.policyVersion)
  );
}

interface Traces {
  readonly emit?: readonly EventType[];
  readonly audit?: string;
}

/** The world with one call changed, and what that leaves behind. */
export function withCall(world: World, index: number, change: (call: Call) => Call, traces: Traces = {}): World {
  const calls = world.calls.map((call, at) => {
    if (at !== index) return call;
    const changed = change(call);
    return traces.audit ? { ...changed, audit: [...changed.audit, traces.audit] } : changed;
  });
  const emitted = (traces.emit ?? []).map((type) => ({ type, call: index, moment: world.now }));
  return { ...world, calls, events: [...world.events, ...emitted] };
}

export function setApproval(call: Call, status: Approval["status"], when: readonly Approval["status"][]): Call {
  const approvals = call.approvals.map((approval) =>
    when.includes(approval.status) ? { ...approval, status } : approval,
  );
  return { ...call, approvals };
}

/** Opens the question for the call's present revision; what was asked or answered before is void. */
export function openQuestion(call: Call): Call {
  const earlier = setApproval(call, "void", ["pending", "approved"]);
  const { revision, required } = call;
  return { ...earlier, approvals: [...earlier.approvals, { revision, status: "pending", required, consumed: false }] };
}

/** A call with an open question waits for people, who have the time that its tier gives them. */
export function waitForPeople(call: Call, now: number): Call {
  return {
    ...call,
    status: "pending",
    approvalStatus: "pending",
    decideBy: now + TIME_TO_DECIDE[call.tier],
    releasedAt: null,
    startBy: null,
  };
}

/** A new revision, bound to the policy in force, that at least one person has to decide. Earlier votes are worth nothing. */
export function revise(world: World, call: Call, value: number, editor: number | null): Call {
  const input = { value, editor, policyVersion: world.policyVersion };
  const revision = call.revision + 1;
  return openQuestion({ ...call, revision, inputs: [...call.inputs, input], required: Math.max(1, call.required) });
}

/** Ends a call that no worker has: what people said or were asked is void with it. */
export function callOff(call: Call): Call {
  const open = call.approvalStatus === "pending" || call.approvalStatus === "approved";
  return {
    ...setApproval(call, "void", ["pending", "approved"]),
    status: "cancelled",
    approvalStatus: open ? "void" : call.approvalStatus,
  };
}

/** Nobody decided, or nothing started it, in time. Never a person's no. */
export function expire(world: World, index: number, kind: "approval" | "execution"): World {
  return withCall(
    world,
    index,
    (call) => ({
      ...setApproval(call, "expired", ["pending"]),
      status: "expired",
      approvalStatus: call.approvalStatus === "pending" ? "expired" : call.approvalStatus,
      expiryKind: kind,
      errorCode: kind === "approval" ? "approval_expired" : "execution_expired",
    }),
    { emit: ["tool_invocation_expired"], audit: "invocation.expired" },
  );
}
