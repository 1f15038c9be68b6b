import type { Sql } from "postgres";
import type { ChangeFeed } from "#db/change-feed.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type AgentView, isOpen } from "./agent-view.ts";

export async function readInvocation(sql: Sql, key: string, id: string): Promise<Outcome<AgentView>> {
  const found = await attempt(
    () => sql<{ view: AgentView }[]>`select agents.fn_invocation_status(${key}, ${id}) as view`,
  );
  if (!found.ok) return found;
  const view = found.value[0]?.view;
  return view ? done(view) : refuse("not_found");
}

export async function cancelInvocation(sql: Sql, key: string, id: string): Promise<Outcome<AgentView>> {
  const found = await attempt(
    () => sql<{ view: AgentView }[]>`select agents.fn_cancel_tool_invocation(${key}, ${id}) as view`,
  );
  if (!found.ok) return found;
  const view = found.value[0]?.view;
  return view ? done(view) : refuse("not_found");
}

/** A lost hint must not hold an agent for its whole wait. */
const LOOK_AGAIN_MS = 2_000;

/** Waits until the call has ended or the time is up, and gives its state either way. */
export async function waitForEnd(
  sql: Sql,
  feed: ChangeFeed,
  key: string,
  id: string,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<Outcome<AgentView>> {
  const deadline = Date.now() + waitSeconds * 1_000;
  for (;;) {
    const view = await readInvocation(sql, key, id);
    const left = deadline - Date.now();
    if (!view.ok || !isOpen(view.value) || left <= 0 || signal.aborted) return view;
    await feed.next(Math.min(left, LOOK_AGAIN_MS), signal);
  }
}
