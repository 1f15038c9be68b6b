import { did, refused, type Step } from "./answer.ts";
import { type Command, callOf, fenceOf, workerOf } from "./commands.ts";
import {
  bindingHolds,
  callOff,
  expire,
  inputOf,
  isFrozen,
  isStopped,
  revise,
  versionRuns,
  waitForPeople,
  withCall,
} from "./rules.ts";
import { type Call, LEASE, MOST_CLAIMS, type World } from "./world.ts";

/** The dispatchers' and the housekeeper's side. */

/** The calls that fit, by the time that puts them in line. */
function inLine(world: World, fits: (call: Call) => boolean, by: (call: Call) => number | null): number[] {
  const place = (index: number) => {
    const call = world.calls[index];
    return call ? (by(call) ?? 0) : 0;
  };
  return world.calls
    .flatMap((call, index) => (fits(call) ? [index] : []))
    .sort((one, other) => place(one) - place(other));
}

/** The first in line is taken if it still holds; if not, it is ended or goes back to people, and is set aside. */
export function claim(world: World, worker: number): Step {
  const [index] = inLine(
    world,
    (call) => call.status === "running" && call.worker === null && !isStopped(world, call.agent, call.tool),
    ({ releasedAt }) => releasedAt,
  );
  const call = index === undefined ? undefined : world.calls[index];
  if (index === undefined || !call) return did(world, { taken: null });
  if (call.startBy !== null && call.startBy <= world.now) return setAside(expire(world, index, "execution"), index);
  if (isFrozen(world, call)) return setAside(endReleased(world, index, "agent_frozen"), index);
  if (!versionRuns(world, call)) return setAside(endReleased(world, index, "tool_not_runnable"), index);
  return bindingHolds(world, call) ? take(world, index, worker) : setAside(goBack(world, index), index);
}

/** A lost call runs again only if that has one effect and everything that let it run still does; else a person decides. */
export function reclaim(world: World, worker: number): Step {
  const [index] = inLine(
    world,
    ({ status, leaseUntil, worker: holder }) =>
      status === "running" && holder !== null && leaseUntil !== null && leaseUntil < world.now,
    ({ leaseUntil }) => leaseUntil,
  );
  const call = index === undefined ? undefined : world.calls[index];
  if (index === undefined || !call) return did(world, { taken: null });
  const idempotent = world.tools[call.tool]?.idempotent === true;
  const mayRun = !isStopped(world, call.agent, call.tool) && !isFrozen(world, call) && versionRuns(world, call);
  if (idempotent && call.cancelRequested) return setAside(endLost(world, index, "cancelled"), index);
  if (idempotent && mayRun && call.fence < MOST_CLAIMS) return take(world, index, worker);
  return setAside(endLost(world, index, "unknown"), index);
}

function setAside(world: World, index: number): Step {
  return did(world, { setAside: index });
}

function endLost(world: World, index: number, status: "cancelled" | "unknown"): World {
  const errorCode = status === "unknown" ? "lease_lost" : null;
  return withCall(world, index, (held) => ({ ...held, status, errorCode }), {
    emit: [`tool_invocation_${status}`],
    audit: `invocation.${status}`,
  });
}

function take(world: World, index: number, worker: number): Step {
  const fence = (world.calls[index]?.fence ?? 0) + 1;
  const next = withCall(
    world,
    index,
    (call) => ({
      ...call,
      worker,
      fence,
      leaseUntil: world.now + LEASE,
      approvals: call.approvals.map((one) => (one.status === "approved" ? { ...one, consumed: true } : one)),
    }),
    { audit: "invocation.claimed" },
  );
  return did(next, { taken: index, fence });
}

function endReleased(world: World, index: number, errorCode: "agent_frozen" | "tool_not_runnable"): World {
  return withCall(world, index, (call) => ({ ...callOff(call), errorCode }), {
    emit: ["tool_invocation_cancelled"],
    audit: "invocation.cancelled",
  });
}

/** What was released is no longer what would run: people decide again. */
function goBack(world: World, index: number): World {
  const again = (call: Call) => waitForPeople(revise(world, call, inputOf(call).value, null), world.now);
  return withCall(world, index, again, { emit: ["tool_invocation_approval_required"], audit: "invocation.returned" });
}

export function beat(world: World, command: Extract<Command, { do: "heartbeat" }>): Step {
  const index = callOf(world, command.call);
  const call = index === undefined ? undefined : world.calls[index];
  if (index === undefined || !call || !holds(call, command)) return did(world, { held: false, stop: true });
  const stop = call.cancelRequested || isStopped(world, call.agent, call.tool);
  return did(
    withCall(world, index, (held) => ({ ...held, leaseUntil: world.now + LEASE })),
    { held: true, stop },
  );
}

/** Only who holds the call says how it ended, once. A late report changes nothing, and is on record. */
export function complete(world: World, command: Extract<Command, { do: "complete" }>): Step {
  if (command.status === "expired") return refused(world, "illegal_transition");
  if (command.cost !== null && command.cost < 0) return refused(world, "invalid_input");
  const index = callOf(world, command.call);
  const call = index === undefined ? undefined : world.calls[index];
  if (index === undefined || !call) return refused(world, "not_found");
  if (!holds(call, command)) {
    const next = withCall(world, index, (same) => same, { audit: "invocation.late_completion" });
    return did(next, { accepted: false, status: call.status, fence: call.fence });
  }
  const { status } = command;
  const most = world.tools[call.tool]?.maxCost ?? Number.POSITIVE_INFINITY;
  const overCost = command.cost !== null && command.cost > most;
  const cost = overCost ? most : command.cost;
  const next = withCall(world, index, (held) => ({ ...held, status, cost, overCost }), {
    emit: [`tool_invocation_${status}`],
    audit: `invocation.${status}`,
  });
  return did(next, { accepted: true, status, fence: call.fence });
}

function holds(call: Call, { by, fence }: Extract<Command, { do: "heartbeat" | "complete" }>): boolean {
  return call.status === "running" && call.worker === workerOf(call, by) && call.fence === fenceOf(call, fence);
}

export function sweep(before: World): Step {
  const late = (time: number | null) => time !== null && time <= before.now;
  const undecided = inLine(
    before,
    (call) => call.status === "pending" && late(call.decideBy),
    ({ decideBy }) => decideBy,
  );
  const unstarted = inLine(
    before,
    (call) => call.status === "running" && call.worker === null && late(call.startBy),
    ({ releasedAt }) => releasedAt,
  );
  let world = before;
  for (const index of undecided) world = expire(world, index, "approval");
  for (const index of unstarted) world = expire(world, index, "execution");
  const stale = inLine(
    world,
    (call) => isStale(world, call),
    ({ decideBy }) => decideBy,
  );
  for (const index of stale) world = renew(world, index);
  return did(world, { ended: Math.max(undecided.length + unstarted.length, stale.length) });
}

/** Asked under a policy that was replaced, and of those that people could decide on now. */
function isStale(world: World, call: Call): boolean {
  if (call.status !== "pending" || inputOf(call).policyVersion === world.policyVersion) return false;
  return versionRuns(world, call) && !isFrozen(world, call) && !isStopped(world, call.agent, call.tool);
}

function renew(world: World, index: number): World {
  return withCall(world, index, (call) => revise(world, call, inputOf(call).value, null), {
    emit: ["tool_invocation_approval_required"],
    audit: "invocation.renewed",
  });
}
