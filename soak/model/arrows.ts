import type { ErrorCode } from "#lib/errors/codes.ts";
import type { InvocationState } from "#lib/policy/vocabulary.ts";
import { did, refused, type Step } from "./answer.ts";
import { type Command, callOf } from "./commands.ts";
import { countingVotes } from "./rules.ts";
import type { Call, World } from "./world.ts";

/** The arrows of DESIGN.md's life of an invocation. They hold for everybody, also for who owns the tables. */
const FROM_PENDING: readonly InvocationState[] = ["running", "rejected", "expired", "cancelled", "denied"];
const FROM_RELEASED: readonly InvocationState[] = ["cancelled", "expired", "pending"];
const FROM_CLAIMED: readonly InvocationState[] = ["completed", "failed", "cancelled", "unknown"];
const FROM_UNKNOWN: readonly InvocationState[] = ["completed", "failed"];

function arrowsFrom({ status, worker }: Call): readonly InvocationState[] {
  if (status === "pending") return FROM_PENDING;
  if (status === "unknown") return FROM_UNKNOWN;
  if (status === "running") return worker === null ? FROM_RELEASED : FROM_CLAIMED;
  return [];
}

/** Whether a state may be written; the world stays as it was, because what is allowed is undone. */
export function force(world: World, { call: ref, status }: Extract<Command, { do: "force" }>): Step {
  const index = callOf(world, ref);
  const call = index === undefined ? undefined : world.calls[index];
  const no = call && whyNot(world, call, status);
  return no ? refused(world, no) : did(world);
}

function whyNot(world: World, call: Call, status: InvocationState): ErrorCode | undefined {
  const stays = status === call.status && ["pending", "running", "unknown"].includes(status);
  if (!stays && !arrowsFrom(call).includes(status)) return "illegal_transition";
  const isReleased = call.status === "pending" && status === "running";
  return isReleased && countingVotes(world, call) < call.required ? "approval_required" : undefined;
}
