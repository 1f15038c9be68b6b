import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { AgentView } from "./agent-view.ts";
import type { ListQuery } from "./requests.ts";

export interface InvocationPage {
  readonly invocations: readonly AgentView[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

const PAGE_SIZE = 50;

/** The agent's own calls, newest first, without their outputs. Pages have no gaps and no repeats, whatever is asked meanwhile. */
export async function listInvocations(sql: Sql, key: string, query: ListQuery): Promise<Outcome<InvocationPage>> {
  const { cursor, limit = PAGE_SIZE, status, sessionId, taskId } = query;
  // One more than is shown says whether there is a next page.
  const found = await attempt(
    () => sql<{ calls: AgentView[] }[]>`
      select agents.fn_list_invocations(${key}, ${cursor ?? null}, ${limit + 1}, ${status ? [status] : null}, ${sessionId ?? null},
        ${taskId ?? null}) as calls`,
  );
  if (!found.ok) return found;
  const calls = found.value[0]?.calls ?? [];
  const invocations = calls.slice(0, limit);
  const last = invocations.at(-1);
  return done(calls.length > limit && last ? { invocations, nextCursor: last.id } : { invocations });
}
