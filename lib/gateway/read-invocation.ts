import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { AgentView } from "./agent-view.ts";

/**
 * How a call stands, as the agent that asked for it may know it. Of a call that the agent runs itself a `runner` also takes or keeps the
 * lease.
 */
export async function readInvocationForAgent(
  sql: Sql,
  key: string,
  id: string,
  runner?: string,
): Promise<Outcome<AgentView>> {
  const found = await attempt(
    () => sql<{ view: AgentView }[]>`select agents.fn_invocation_status(${key}, ${id}, ${runner ?? null}) as view`,
  );
  if (!found.ok) return found;
  const view = found.value[0]?.view;
  return view ? done(view) : refuse("not_found");
}
