import type { InvocationState } from "#lib/policy/vocabulary.ts";
import { type Call, WORKERS, type World } from "./world.ts";

/**
 * What can happen, as plain data. A command names a call by where it stands among those it would usually be meant for, so
 * that any list of commands makes sense, also one from which the shrinker took half away.
 */
export interface CallRef {
  readonly among: "any" | "pending" | "running" | "unknown";
  readonly nth: number;
}
/** What a person says they saw. */
export type Seen = "current" | "first revision" | "first digest" | "wrong digest" | "wrong revision";
export type Fence = "current" | "before" | "ahead";

export interface Ask {
  readonly do: "ask";
  readonly agent: number;
  readonly tool: number;
  readonly input: number;
  readonly key: number | null;
  /** `attempt`: by the agent-facing login; `service`: by who may. */
  readonly bypass: "no" | "attempt" | "service";
  readonly definition: "current" | "unknown";
}

export type Command =
  | Ask
  /** Several in one statement, where nobody can bypass anything. */
  | { readonly do: "ask together"; readonly asks: readonly Ask[] }
  | { readonly do: "approve"; readonly person: number; readonly call: CallRef; readonly seen: Seen }
  | {
      readonly do: "reject";
      readonly person: number;
      readonly call: CallRef;
      readonly seen: Seen;
      readonly reason: "given" | "blank";
    }
  | {
      readonly do: "edit";
      readonly person: number;
      readonly call: CallRef;
      readonly seen: Seen;
      readonly input: number;
      readonly reason: "given" | "blank";
    }
  | {
      readonly do: "resolve";
      readonly person: number;
      readonly call: CallRef;
      readonly fence: Fence;
      readonly outcome: "completed" | "failed";
      readonly reason: "given" | "blank";
    }
  | { readonly do: "cancel"; readonly by: "asker" | "another agent"; readonly call: CallRef }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "sweep" }
  | { readonly do: "claim"; readonly worker: number }
  | { readonly do: "reclaim"; readonly worker: number }
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
  | { readonly do: "leave"; readonly person: number }
  /** The owner of the tables writes a state into the row; undone at once when it is not refused. */
  | { readonly do: "force"; readonly call: CallRef; readonly status: InvocationState };

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
