import type { Lifecycle } from "#lib/policy/vocabulary.ts";
import type { Correlation } from "#lib/sandbox/runtime.ts";

/**
 * When a sandbox is made, used again, and destroyed. A strategy says who may share one; what is shared is a matter of the
 * plan, for no sandbox serves two plans.
 */
export interface SandboxLifecycleStrategy {
  readonly name: Lifecycle;
  /** How long a sandbox without a call is kept for its owner. */
  readonly graceMs: number;
  /** Whose sandbox a call is served in; null: nobody's, it gets one of its own. */
  ownerOf(correlation: Correlation): SandboxOwner | null;
}

export interface SandboxOwner {
  readonly kind: "task" | "agent";
  readonly id: string;
}

export const GRACE_SECONDS = 30;

/** A new sandbox for each call, destroyed with it. */
export class PerCall implements SandboxLifecycleStrategy {
  readonly name = "per-call";
  readonly graceMs = 0;

  ownerOf(): null {
    return null;
  }
}

/** One sandbox for the calls of a task. Tasks are an agent's own: the same id from another agent is another task. */
export class PerTask implements SandboxLifecycleStrategy {
  readonly name = "per-task";
  readonly graceMs: number;

  constructor(graceSeconds: number = GRACE_SECONDS) {
    this.graceMs = graceSeconds * 1000;
  }

  ownerOf({ agentId, taskId }: Correlation): SandboxOwner | null {
    return agentId === undefined || taskId === undefined ? null : { kind: "task", id: taskOf(agentId, taskId) };
  }
}

/** One sandbox for the calls of an agent, kept for a while after its last. */
export class PerAgent implements SandboxLifecycleStrategy {
  readonly name = "per-agent";
  readonly graceMs: number;

  constructor(graceSeconds: number = GRACE_SECONDS) {
    this.graceMs = graceSeconds * 1000;
  }

  ownerOf({ agentId }: Correlation): SandboxOwner | null {
    return agentId === undefined ? null : { kind: "agent", id: agentId };
  }
}

export function lifecycleStrategies(graceSeconds?: number): Record<Lifecycle, SandboxLifecycleStrategy> {
  return {
    "per-call": new PerCall(),
    "per-task": new PerTask(graceSeconds),
    "per-agent": new PerAgent(graceSeconds),
  };
}

/** Two ids as one, such that no other two are the same. */
export function taskOf(agentId: string, taskId: string): string {
  return JSON.stringify([agentId, taskId]);
}

export function ownerOfTask(task: string): { readonly agentId: string; readonly taskId: string } {
  const [agentId, taskId] = JSON.parse(task) as [string, string];
  return { agentId, taskId };
}
