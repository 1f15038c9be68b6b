import type { ErrorCode } from "#lib/errors/codes.ts";
import { did, refused, type Step } from "./answer.ts";
import { type Command, callOf, fenceOf } from "./commands.ts";
import {
  countingVotes,
  inputOf,
  isFrozen,
  isStopped,
  revise,
  roleHasAged,
  setApproval,
  versionRuns,
  withCall,
} from "./rules.ts";
import { mayNot } from "./step-people.ts";
import { type Call, START_WITHIN, type World } from "./world.ts";

/** People's side. Who are you, what became of the call, what did you see, may you, and may it run: in that order. */

type Decision = Extract<Command, { do: "approve" | "reject" | "edit" }>;

export function approve(world: World, command: Extract<Command, { do: "approve" }>): Step {
  const found = decidable(world, command);
  if (typeof found === "string") return refused(world, found);
  const { index, call } = found;
  const { person } = command;
  if (inputOf(call).policyVersion !== world.policyVersion) return refused(world, "stale_payload");
  if (call.required >= 2 && !roleHasAged(world, person)) return refused(world, "not_permitted");
  if (world.agents[call.agent]?.owner === person) return refused(world, "self_approval");
  if (call.inputs.some(({ editor }) => editor === person)) return refused(world, "self_approval");
  if (isStopped(world, call.agent, call.tool)) return refused(world, "stopped");
  if (isFrozen(world, call)) return refused(world, "agent_frozen");
  if (!versionRuns(world, call)) return refused(world, "tool_not_runnable");
  if (hasVoted(call, person)) return refused(world, "already_voted");

  const vote = { revision: call.revision, person, decision: "approve" } as const;
  const voted = { ...call, votes: [...call.votes, vote] };
  const votes = countingVotes(world, voted);
  const answer = { votes, required: call.required };
  const audit = "invocation.approved";
  if (votes < call.required)
    return did(
      withCall(world, index, () => voted, { audit }),
      { ...answer, status: "pending" },
    );
  const released: Call = {
    ...setApproval(voted, "approved", ["pending"]),
    status: "running",
    approvalStatus: "approved",
    releasedAt: world.now,
    startBy: world.now + START_WITHIN,
  };
  const next = withCall(world, index, () => released, {
    emit: ["tool_invocation_decided", "tool_invocation_running"],
    audit,
  });
  return did(next, { ...answer, status: "running" });
}

/** One no is final, also after a yes of one's own; an owner's no is as good as anybody's. */
export function reject(world: World, command: Extract<Command, { do: "reject" }>): Step {
  const found = decidable(world, command);
  if (typeof found === "string") return refused(world, found);
  const { index, call } = found;
  const { person } = command;
  if (command.reason === "blank") return refused(world, "reason_required");
  const saidYes = hasVoted(call, person);
  const rejected: Call = {
    ...setApproval(call, "rejected", ["pending"]),
    status: "rejected",
    approvalStatus: "rejected",
    votes: saidYes ? call.votes : [...call.votes, { revision: call.revision, person, decision: "reject" }],
  };
  const next = withCall(world, index, () => rejected, {
    emit: ["tool_invocation_decided", "tool_invocation_rejected"],
    audit: saidYes ? "invocation.taken_back" : "invocation.rejected",
  });
  return did(next, { status: "rejected" });
}

/**
 * What a person changed, others decide: a new revision, in the time that is left. What would be denied is refused, and the
 * call waits as it was.
 */
export function edit(world: World, command: Extract<Command, { do: "edit" }>): Step {
  const found = decidable(world, command);
  if (typeof found === "string") return refused(world, found);
  const { index, call } = found;
  if (command.reason === "blank") return refused(world, "reason_required");
  if (command.input === inputOf(call).value) return refused(world, "invalid_input");
  if (!versionRuns(world, call)) return refused(world, "tool_not_runnable");
  if (isStopped(world, call.agent, call.tool) || isFrozen(world, call)) return refused(world, "edit_refused");
  const edited = revise(world, call, command.input, command.person);
  const next = withCall(world, index, () => edited, {
    emit: ["tool_invocation_approval_required"],
    audit: "invocation.edited",
  });
  return did(next, { revision: edited.revision, required: edited.required });
}

/** Somebody looked outside and says what became of a lost call; not who answers for the agent. */
export function resolve(world: World, command: Extract<Command, { do: "resolve" }>): Step {
  const { person, outcome } = command;
  const no = mayNot(world, person, ["operator", "reviewer"]);
  if (no) return refused(world, no);
  if (command.reason === "blank") return refused(world, "reason_required");
  const index = callOf(world, command.call);
  const call = index === undefined ? undefined : world.calls[index];
  if (index === undefined || !call) return refused(world, "not_found");
  if (call.status !== "unknown") return refused(world, "wrong_state");
  if (fenceOf(call, command.fence) !== call.fence) return refused(world, "stale_payload");
  if (world.agents[call.agent]?.owner === person) return refused(world, "self_approval");
  const errorCode = outcome === "failed" ? "lease_lost" : null;
  const next = withCall(world, index, (lost) => ({ ...lost, status: outcome, errorCode }), {
    emit: [`tool_invocation_${outcome}`],
    audit: "invocation.resolved",
  });
  return did(next, { status: outcome });
}

function decidable(world: World, { person, call: ref, seen }: Decision): { index: number; call: Call } | ErrorCode {
  const no = mayNot(world, person, ["operator", "reviewer"]);
  if (no) return no;
  const index = callOf(world, ref);
  const call = index === undefined ? undefined : world.calls[index];
  if (index === undefined || !call) return "not_found";
  if (call.status !== "pending") return "already_decided";
  if (call.decideBy !== null && call.decideBy <= world.now) return "approval_expired";
  const sawIt = seen === "current" || (seen.startsWith("first") && call.revision === 1);
  return sawIt ? { index, call } : "stale_payload";
}

function hasVoted(call: Call, person: number): boolean {
  return call.votes.some((vote) => vote.person === person && vote.revision === call.revision);
}
