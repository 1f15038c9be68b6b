import type { Result } from "@modelcontextprotocol/server";
import { type AgentView, isOpen } from "../agent-view.ts";
import { callResult, waitingSentence } from "./call-result.ts";

/**
 * A call that goes on as a task of the extension `io.modelcontextprotocol/tasks`: the protocol's own means for work that outlives a
 * request. The invocation is the task and its id the task's, so every process knows it, also after a restart.
 */
export const TASKS = "io.modelcontextprotocol/tasks";

const POLL_MS = { pending: 5_000, running: 1_000 } as const;

/** In the place of a result. */
export function taskInstead(view: AgentView): Result {
  return { resultType: "task", ...taskOf(view) };
}

/** How it stands, with its result once it has one. A call that was refused or failed has a result that says so: nothing of the protocol failed. */
export function detailedTask(view: AgentView): Result {
  const task = taskOf(view);
  return task.status === "completed" ? { ...task, result: callResult(view) } : task;
}

function taskOf(view: AgentView) {
  const { id, askedAt, startedAt, completedAt } = view;
  return {
    taskId: id,
    status: statusOf(view),
    ...(isOpen(view) ? { statusMessage: waitingSentence(view) } : {}),
    createdAt: askedAt,
    lastUpdatedAt: completedAt ?? startedAt ?? askedAt,
    // Results are kept for as long as outputs are; how long that is may change meanwhile.
    ttlMs: null,
    pollIntervalMs: POLL_MS[view.status === "running" ? "running" : "pending"],
  };
}

/** `unknown` goes on: a person resolves it. */
function statusOf(view: AgentView): "working" | "completed" | "cancelled" {
  if (isOpen(view) || view.status === "unknown") return "working";
  return view.status === "cancelled" ? "cancelled" : "completed";
}
