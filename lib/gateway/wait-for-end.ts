import type { Sql } from "postgres";
import type { ChangeFeed } from "#db/change-feed.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { InvocationState } from "#lib/policy/vocabulary.ts";
import { type AgentView, isOpen } from "./agent-view.ts";
import { readInvocationForAgent } from "./read-invocation.ts";
import { waitFor } from "./wait-for.ts";

/**
 * Waits until the call has ended or the time is up, and gives its state either way. A call that becomes `unknown` is
 * answered at once; who asks again about one that already is waits for the person who resolves it. A call that the agent runs
 * itself is answered as soon as it is its to run.
 */
export function waitForEnd(
  sql: Sql,
  feed: ChangeFeed,
  key: string,
  id: string,
  waitSeconds: number,
  signal: AbortSignal,
  runner?: string,
): Promise<Outcome<AgentView>> {
  let before: InvocationState | undefined;
  const goesOn = (view: AgentView) => {
    const unresolved = view.status === "unknown" && (before ?? view.status) === "unknown";
    before = view.status;
    // What this reader is to run itself is not waited for.
    return unresolved || (isOpen(view) && view.lease === undefined);
  };
  const read = () => readInvocationForAgent(sql, key, id, runner);
  return waitFor(read, goesOn, { feed, key, waitSeconds, signal });
}
