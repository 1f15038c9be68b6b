import type postgres from "postgres";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { Source } from "./find-copies.ts";

/** What a tool had told the agent before it asked for the call in question. */
export interface ToldBefore extends Source {
  readonly tool: string;
  readonly at: string;
}

interface Asked {
  readonly id: string;
  readonly agentId: string;
  readonly sessionId: string | null;
}

const CALLS_LOOKED_AT = 300;
const SOURCES_MOST = 25;
const OUTPUT_READ = 65_536;

/**
 * The cleaned outputs, which is what the model saw, of earlier calls in the same session, the newest first. Calls that name no
 * session are one session while they lie within an hour.
 */
export async function readSources(sql: postgres.Sql, { id, agentId, sessionId }: Asked): Promise<ToldBefore[]> {
  return plainRows(
    await sql<ToldBefore[]>`
    select o.invocation_id as id, t.name as tool, o.created_at as at, n.input as given,
      left(case jsonb_typeof(o.cleaned) when 'string' then o.cleaned #>> '{}' else o.cleaned::text end, ${OUTPUT_READ}) as text
    from (
      select i.id, i.revision, i.tool_id, i.session_id, i.asked_at from agents.tool_invocations i
      where i.agent_id = ${agentId} and i.id < ${id} order by i.id desc limit ${CALLS_LOOKED_AT}
    ) e
    join agents.tool_invocations c on c.id = ${id}
    join agents.invocation_outputs o on o.invocation_id = e.id and o.created_at <= c.asked_at
    join agents.invocation_inputs n on n.invocation_id = e.id and n.revision = e.revision
    join agents.tools_registry t on t.id = e.tool_id
    where e.session_id is not distinct from ${sessionId}
      and e.asked_at > c.asked_at - case when ${sessionId}::text is null then interval '1 hour' else interval '1 day' end
    order by o.created_at desc
    limit ${SOURCES_MOST}`,
  );
}
