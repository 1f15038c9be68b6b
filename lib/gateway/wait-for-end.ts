import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "postgres";
import type { ChangeFeed } from "#db/change-feed.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { InvocationState } from "#lib/policy/vocabulary.ts";
import { type AgentView, isOpen } from "./agent-view.ts";
import { readInvocationForAgent } from "./read-invocation.ts";

/** A lost hint must not hold an agent for its whole wait. */
const LOOK_AGAIN_MS = 2_000;

/**
 * A hint names no call, so each wakes every agent that waits. They look after a pause of their own: a burst of hints is one
 * look, and a thousand who wait do not all look at once.
 */
const PAUSE_MAX_MS = 100;

/**
 * Waits until the call has ended or the time is up, and gives its state either way. A call that becomes `unknown` is
 * answered at once; who asks again about one that already is waits for the person who resolves it. A call that the agent runs
 * itself is answered as soon as it is its to run.
 */
export async function waitForEnd(
  sql: Sql,
  feed: ChangeFeed,
  key: string,
  id: string,
  waitSeconds: number,
  signal: AbortSignal,
  runner?: string,
): Promise<Outcome<AgentView>> {
  const deadline = Date.now() + waitSeconds * 1_000;
  let before: InvocationState | undefined;
  for (;;) {
    const view = await readInvocationForAgent(sql, key, id, runner);
    if (!view.ok) return view;
    const { status } = view.value;
    const unresolved = status === "unknown" && (before ?? status) === "unknown";
    before = status;
    const left = deadline - Date.now();
    // What this reader is to run itself is not waited for.
    const goesOn = isOpen(view.value) && view.value.lease === undefined;
    if (!(goesOn || unresolved) || left <= 0 || signal.aborted) return view;
    await feed.next(Math.min(left, LOOK_AGAIN_MS), signal);
    // The one who asked may be gone by now: the pause then ends at once, and so does the loop.
    await pause(Math.random() * PAUSE_MAX_MS, undefined, { signal }).catch(() => {});
  }
}
