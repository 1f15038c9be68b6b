import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
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

export interface Told {
  readonly sources: readonly ToldBefore[];
  /** Whether that is everything: an agent that is told much could push a text out of sight. */
  readonly isAll: boolean;
}

/**
 * The cleaned outputs, which is what the model saw, of earlier calls in the same session, the newest first. Calls that name no
 * session are one session while they lie within an hour.
 */
export async function readSources(sql: postgres.Sql, asked: Asked): Promise<Told> {
  const [rows, isFar] = await Promise.all([readNewest(sql, asked), reachesFurther(sql, asked)]);
  const read = rows.slice(0, SOURCES_MOST);
  return {
    sources: read.map(({ cut: _, ...source }) => source),
    isAll: !isFar && rows.length <= SOURCES_MOST && !read.some(({ cut }) => cut),
  };
}

/** One more than are used, to know whether there are more. */
async function readNewest(sql: postgres.Sql, { id, agentId, sessionId }: Asked) {
  return plainRows(
    await sql<(ToldBefore & { readonly cut: boolean })[]>`
    select o.invocation_id as id, t.name as tool, o.created_at as at, n.input as given,
      left(x.text, ${OUTPUT_READ}) as text, length(x.text) > ${OUTPUT_READ} as cut
    from (
      select i.id, i.revision, i.tool_id, i.session_id, i.asked_at from agents.tool_invocations i
      where i.agent_id = ${agentId} and i.id < ${id} order by i.id desc limit ${CALLS_LOOKED_AT}
    ) e
    join agents.tool_invocations c on c.id = ${id}
    join agents.invocation_outputs o on o.invocation_id = e.id and o.created_at <= c.asked_at
    join agents.invocation_inputs n on n.invocation_id = e.id and n.revision = e.revision
    join agents.tools_registry t on t.id = e.tool_id
    cross join lateral (
      select case jsonb_typeof(o.cleaned) when 'string' then o.cleaned #>> '{}' else o.cleaned::text end as text
    ) x
    where e.session_id is not distinct from ${sessionId} and e.asked_at > c.asked_at - ${windowOf(sessionId)}::interval
    order by o.created_at desc
    limit ${SOURCES_MOST + 1}`,
  );
}

/** Whether more calls than are looked at lie within the time that counts: refused ones, which told nothing, push others out as well. */
async function reachesFurther(sql: postgres.Sql, { id, agentId, sessionId }: Asked): Promise<boolean> {
  const [row] = await sql<{ within: number }[]>`
    select count(*)::int as within
    from (
      select i.asked_at from agents.tool_invocations i
      where i.agent_id = ${agentId} and i.id < ${id} order by i.id desc limit ${CALLS_LOOKED_AT + 1}
    ) e
    join agents.tool_invocations c on c.id = ${id}
    where e.asked_at > c.asked_at - ${windowOf(sessionId)}::interval`;
  return (row?.within ?? 0) > CALLS_LOOKED_AT;
}

function windowOf(sessionId: string | null): string {
  return sessionId === null ? "1 hour" : "1 day";
}
