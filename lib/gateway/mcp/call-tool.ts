import type { CallToolResult, Result } from "@modelcontextprotocol/server";
import type { Sql } from "postgres";
import type { ChangeFeed } from "#db/change-feed.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { type AgentView, isOpen } from "../agent-view.ts";
import { ask, type Sayers } from "../ask.ts";
import { cancelInvocation } from "../cancel-invocation.ts";
import type { AskRequest } from "../requests.ts";
import { waitForEnd } from "../wait-for-end.ts";
import { callResult, refusalResult, waitingSentence } from "./call-result.ts";
import { taskInstead } from "./task.ts";

export interface McpGateway {
  readonly sql: Sql;
  readonly feed: ChangeFeed;
  readonly sayers: Sayers;
}

export interface CallWishes {
  /** The client takes a task in the place of a result. */
  readonly asTask: boolean;
  readonly waitSeconds?: number | undefined;
  /** The client gave the call up. */
  readonly cancelled: AbortSignal;
  /** Nobody is there any more to wait for an answer, whatever that means for the call. */
  readonly gone: AbortSignal;
  /** Says that it goes on, where the client wants to hear it. */
  progress?(seconds: number, total: number, message: string): Promise<void>;
}

/** Below the minute after which clients give up by themselves. */
const WAIT_SECONDS = 25;
/** What runs at once is worth a moment: a task costs the client another request. */
const TASK_AFTER_SECONDS = 1;
const PROGRESS_SECONDS = 0.4;
const PROGRESS_GROWTH = 1.5;

/**
 * Asks for a call by the dispatch that HTTP uses, and waits for it within bounds. A client that went away took its call back, unless
 * it named the call by a key of its own: then it means to come back for it.
 */
export async function callTool(
  { sql, feed, sayers }: McpGateway,
  key: string,
  request: AskRequest,
  wishes: CallWishes,
): Promise<Result> {
  const asked = await ask(sql, key, request, sayers, false);
  if (!asked.ok) return refusalResult(asked);
  if (!isOpen(asked.value)) return resultOf(asked);
  const view = await waitWithProgress({ sql, feed, key }, asked.value, wishes);
  if (!view.ok || !isOpen(view.value)) return resultOf(view);
  if (wishes.cancelled.aborted) {
    return request.idempotencyKey === undefined
      ? resultOf(await cancelInvocation(sql, key, view.value.id))
      : callResult(view.value);
  }
  return wishes.asTask ? taskInstead(view.value) : callResult(view.value);
}

export function resultOf(answer: Outcome<AgentView>): CallToolResult {
  return answer.ok ? callResult(answer.value) : refusalResult(answer);
}

interface Waiter {
  readonly sql: Sql;
  readonly feed: ChangeFeed;
  readonly key: string;
}

async function waitWithProgress(
  { sql, feed, key }: Waiter,
  first: AgentView,
  { asTask, waitSeconds, cancelled, gone, progress }: CallWishes,
): Promise<Outcome<AgentView>> {
  const over = AbortSignal.any([cancelled, gone]);
  const taskSeconds = first.status === "running" ? TASK_AFTER_SECONDS : 0;
  const total = waitSeconds ?? (asTask ? taskSeconds : WAIT_SECONDS);
  let view: Outcome<AgentView> = { ok: true, value: first };
  let slice = PROGRESS_SECONDS;
  for (let waited = 0; waited < total && view.ok && isOpen(view.value) && !over.aborted; ) {
    await progress?.(waited, total, waitingSentence(view.value));
    const step = Math.min(progress ? slice : total, total - waited);
    view = await waitForEnd(sql, feed, key, first.id, step, over);
    waited += step;
    slice *= PROGRESS_GROWTH;
  }
  return view;
}
