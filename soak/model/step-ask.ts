import { did, refused, type Step } from "./answer.ts";
import { type Ask, type Command, callOf } from "./commands.ts";
import { callOff, isFrozen, isStopped, openQuestion, PEOPLE_NEEDED, TIER, waitForPeople, withCall } from "./rules.ts";
import { type Call, START_WITHIN, type World } from "./world.ts";

/** Each is answered as if it had come alone, after those before it. */
export function askTogether(world: World, asks: readonly Ask[]): Step {
  const steps: Step[] = [];
  for (const ask of asks) steps.push(askFor(steps.at(-1)?.world ?? world, { ...ask, bypass: "no" }));
  return did(steps.at(-1)?.world ?? world, { answers: steps.map(({ answer }) => answer) });
}

/** The agent's side: asking, and giving up. */
export function askFor(world: World, ask: Ask): Step {
  const tool = world.tools[ask.tool];
  if (!tool) throw new Error("there is no such tool");
  if (ask.bypass === "attempt") return refused(world, "not_permitted");
  const first = world.calls.findIndex(({ agent, key }) => agent === ask.agent && key !== null && key === ask.key);
  if (first >= 0) return askAgain(world, first, ask);
  if (tool.quarantined) return refused(world, "tool_not_runnable");
  if (ask.definition === "unknown") return refused(world, "stale_payload");
  if (tool.keyRequired && ask.key === null) return refused(world, "idempotency_key_required");

  const index = world.calls.length;
  const asked = decide(world, newCall(world, ask), ask.bypass === "service");
  const events = {
    denied: "tool_invocation_denied",
    pending: "tool_invocation_approval_required",
    running: "tool_invocation_running",
  } as const;
  const next = withCall({ ...world, calls: [...world.calls, asked] }, index, (call) => call, {
    emit: [events[asked.status as keyof typeof events]],
    audit: "invocation.asked",
  });
  return did(next, { call: index, ...viewOf(asked), replayed: false });
}

/** Deny beats hold beats run. */
function decide(world: World, call: Call, bypass: boolean): Call {
  if (isStopped(world, call.agent, call.tool)) return { ...call, status: "denied", errorCode: "stopped" };
  if (isFrozen(world, call)) return { ...call, status: "denied", errorCode: "agent_frozen" };
  if (call.required > 0 && !bypass) return waitForPeople(openQuestion(call), world.now);
  return {
    ...call,
    status: "running",
    bypassed: call.required > 0,
    releasedAt: world.now,
    startBy: world.now + START_WITHIN,
  };
}

/** The same key gives the first call, whatever became of its tool since; with another tool or input it is a conflict. */
function askAgain(world: World, first: number, ask: Ask): Step {
  const call = world.calls[first];
  if (!call || call.tool !== ask.tool || call.inputs[0]?.value !== ask.input) {
    return refused(world, "idempotency_conflict");
  }
  return did(world, { call: first, ...viewOf(call), replayed: true });
}

function viewOf({ status, approvalStatus, required, revision, errorCode }: Call) {
  return { status, approvalStatus, required, revision, errorCode };
}

type Cancel = Extract<Command, { do: "cancel" }>;

export function cancel(world: World, { call: ref, by }: Cancel): Step {
  const index = callOf(world, ref);
  const call = index === undefined ? undefined : world.calls[index];
  if (index === undefined || !call || by === "another agent") return refused(world, "not_found");
  const audit = "invocation.cancel_asked";
  if (call.status === "pending" || (call.status === "running" && call.worker === null)) {
    const next = withCall(world, index, callOff, { emit: ["tool_invocation_cancelled"], audit });
    return did(next, { status: "cancelled" });
  }
  if (call.status === "running") {
    return did(
      withCall(world, index, (held) => ({ ...held, cancelRequested: true }), { audit }),
      { status: "running" },
    );
  }
  if (call.status === "cancelled")
    return did(
      withCall(world, index, (same) => same, { audit }),
      { status: "cancelled" },
    );
  return refused(world, "wrong_state");
}

function newCall(world: World, { agent, tool, key, input }: Ask): Call {
  const kind = world.tools[tool];
  if (!kind) throw new Error("there is no such tool");
  return {
    agent,
    tool,
    version: kind.version,
    key,
    inputs: [{ value: input, editor: null, policyVersion: world.policyVersion }],
    status: "denied",
    approvalStatus: "not_required",
    required: PEOPLE_NEEDED[kind.safetyClass],
    tier: TIER[kind.safetyClass],
    revision: 1,
    bypassed: false,
    decideBy: null,
    releasedAt: null,
    startBy: null,
    worker: null,
    fence: 0,
    leaseUntil: null,
    cancelRequested: false,
    errorCode: null,
    expiryKind: null,
    cost: null,
    overCost: false,
    approvals: [],
    votes: [],
    audit: [],
  };
}
