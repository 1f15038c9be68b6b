import fc from "fast-check";
import { CAST, type Call, MINUTE, OWNERS, SHELF, WORKERS, type World } from "./world.ts";

/**
 * What can happen, as plain data. A command names a call by where it stands among those it would usually be meant for, so
 * that any list of commands makes sense, also one from which the shrinker took half away.
 */
interface CallRef {
  readonly among: "any" | "pending" | "running" | "unknown";
  readonly nth: number;
}
/** What a person says they saw. */
export type Seen = "current" | "first revision" | "wrong digest" | "wrong revision";
export type Fence = "current" | "before" | "ahead";

export type Command =
  | {
      readonly do: "ask";
      readonly agent: number;
      readonly tool: number;
      readonly input: number;
      readonly key: number | null;
      /** `attempt`: by the agent-facing login; `service`: by who may. */
      readonly bypass: "no" | "attempt" | "service";
      readonly definition: "current" | "unknown";
    }
  | { readonly do: "approve"; readonly person: number; readonly call: CallRef; readonly seen: Seen }
  | {
      readonly do: "reject";
      readonly person: number;
      readonly call: CallRef;
      readonly seen: Seen;
      readonly reason: "given" | "blank";
    }
  | { readonly do: "cancel"; readonly by: "asker" | "another agent"; readonly call: CallRef }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "sweep" }
  | { readonly do: "claim" | "reclaim"; readonly worker: number }
  | { readonly do: "heartbeat"; readonly by: "holder" | "other"; readonly call: CallRef; readonly fence: Fence }
  | {
      readonly do: "complete";
      readonly by: "holder" | "other";
      readonly call: CallRef;
      readonly fence: Fence;
      readonly status: "completed" | "failed" | "cancelled" | "expired";
      readonly cost: number | null;
    }
  | {
      readonly do: "stop";
      readonly person: number;
      readonly scope: "global" | "agent" | "tool";
      readonly target: number;
    }
  | { readonly do: "release"; readonly person: number; readonly nth: number }
  | { readonly do: "freeze"; readonly person: number; readonly agent: number; readonly frozen: boolean }
  | { readonly do: "quarantine"; readonly tool: number; readonly quarantined: boolean }
  | { readonly do: "new version"; readonly tool: number }
  | { readonly do: "new policy" }
  | { readonly do: "leave"; readonly person: number };

/** The call a command means, or nothing when there is none at all. */
export function callOf(world: World, { among, nth }: CallRef): number | undefined {
  const all = world.calls.map((_, index) => index);
  const meant = all.filter((index) => among === "any" || world.calls[index]?.status === among);
  const pool = meant.length > 0 ? meant : all;
  return pool.at(-1 - (nth % Math.max(1, pool.length)));
}

export function workerOf(call: Call, by: "holder" | "other"): number {
  const holder = call.worker ?? 0;
  return by === "holder" ? holder : (holder + 1) % WORKERS;
}

export function fenceOf(call: Call, fence: Fence): number {
  return { current: call.fence, before: call.fence - 1, ahead: call.fence + 1 }[fence];
}

const nth = fc.nat(3);
const person = fc.nat(CAST.length - 1);
/** Mostly somebody who may vote. */
const voter = fc.oneof({ arbitrary: fc.constantFrom(1, 2, 3, 0), weight: 7 }, { arbitrary: person, weight: 1 });
const agent = fc.nat(OWNERS.length - 1);
const tool = fc.nat(SHELF.length - 1);
const worker = fc.nat(WORKERS - 1);

function mostly<T>(usual: T, ...others: T[]) {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 6 }, { arbitrary: fc.constantFrom(...others), weight: 1 });
}
function refTo(usual: CallRef["among"]) {
  return fc.record({ among: mostly<CallRef["among"]>(usual, "any", "pending", "running"), nth });
}
const seen = mostly<Seen>("current", "first revision", "wrong digest", "wrong revision");
const by = mostly<"holder" | "other">("holder", "other");
const fence = mostly<Fence>("current", "before", "ahead");

const ask = fc.record({
  do: fc.constant("ask" as const),
  agent: mostly(0, 1),
  tool,
  input: mostly(0, 1),
  key: fc.oneof({ arbitrary: fc.constant(null), weight: 2 }, { arbitrary: fc.nat(3), weight: 1 }),
  bypass: mostly<"no" | "attempt" | "service">("no", "attempt", "service"),
  definition: mostly<"current" | "unknown">("current", "current", "current", "unknown"),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 24, arbitrary: ask },
  {
    weight: 22,
    arbitrary: fc.record({ do: fc.constant("approve" as const), person: voter, call: refTo("pending"), seen }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("reject" as const),
      person: voter,
      call: refTo("pending"),
      seen,
      reason: mostly<"given" | "blank">("given", "blank"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("cancel" as const),
      by: mostly<"asker" | "another agent">("asker", "another agent"),
      call: refTo("running"),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 3, 11, 16, 31, 61).map((minutes) => minutes * MINUTE),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("sweep" as const) }) },
  { weight: 20, arbitrary: fc.record({ do: fc.constant("claim" as const), worker }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant("reclaim" as const), worker }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("heartbeat" as const), by, call: refTo("running"), fence }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("complete" as const),
      by,
      call: refTo("running"),
      fence,
      status: mostly<"completed" | "failed" | "cancelled" | "expired">("completed", "failed", "cancelled", "expired"),
      cost: fc.constantFrom(null, 2, 20, -1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("stop" as const),
      person,
      scope: fc.constantFrom("global" as const, "agent" as const, "tool" as const),
      target: fc.nat(1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("release" as const), person, nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("freeze" as const),
      person: mostly(2, 1, 4, 5),
      agent,
      frozen: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("quarantine" as const), tool, quarantined: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("new version" as const), tool }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("new policy" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("leave" as const), person: voter }) },
);

/** About forty at a time; not biased to short lists, which find little, and free to shrink to one. */
export const commands: fc.Arbitrary<Command[]> = fc.noBias(
  fc.array(command, { minLength: 1, maxLength: 80, size: "max" }),
);
