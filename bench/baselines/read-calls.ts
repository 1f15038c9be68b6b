import type { Sql } from "postgres";

/**
 * The baseline of a rehearsal: reading the same calls with their inputs and parsing them, and judging nothing.
 *
 * Fair, because no replay can do without it: the same rows of the same tables by the same login over one connection, in pages
 * of the same size. A rehearsal reads inputs only where the gate has to look; this reads all of them.
 */
export const READ_CALLS = "bench/baselines/read-calls.ts";

const PAGE = 1_000;

export async function readCalls(sql: Sql, last: number): Promise<number> {
  const [start] = await sql<{ id: string }[]>`
    select min(id::text) as id from (select id from agents.tool_invocations where not is_drill order by id desc limit ${last}) recent`;
  let from = sql`i.id >= ${start?.id ?? null}`;
  let read = 0;
  for (let page = PAGE; page === PAGE; ) {
    const rows = await sql<{ id: string; input: string }[]>`
      select i.id, i.agent_id, i.tool_version_id, i.session_id, i.task_id, i.asked_at, i.completed_at, i.status, i.cost_estimate, n.input
      from agents.tool_invocations i join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = 1
      where ${from} and not i.is_drill order by i.id limit ${PAGE}`;
    for (const { input } of rows) JSON.parse(input);
    page = rows.length;
    read += page;
    from = sql`i.id > ${rows.at(-1)?.id ?? null}`;
  }
  return read;
}
