import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

/** An earlier call of the same tool that people approved. */
export interface ApprovedCall {
  readonly id: string;
  readonly at: string;
  readonly agent: string;
  readonly input: string;
}

interface Asked {
  readonly id: string;
  readonly agentId: string;
  readonly toolId: string;
}

const CALLS_LOOKED_AT = 1_000;
const APPROVED_MOST = 200;
/** A call with more than this is compared with if it was the last one, and not counted among the others. */
const COUNTED_INPUT = 8_192;

/** Nobody looked at what a standing rule released; it answers for a first revision alone, later ones were put before people. */
const byPeople = (sql: postgres.Sql) => sql`e.approval_status = 'approved' and (e.rule_id is null or e.revision > 1)`;

/** The last one, of the same agent if it has one; undefined where nobody approved a call of this tool yet. */
export async function readLastApproved(sql: postgres.Sql, asked: Asked): Promise<ApprovedCall | undefined> {
  const last = async (walked: postgres.PendingQuery<postgres.Row[]>): Promise<ApprovedCall | undefined> =>
    plainRows(
      await sql<ApprovedCall[]>`
      select e.id, e.asked_at as at, g.name as agent, n.input
      from (${walked} order by i.id desc limit ${CALLS_LOOKED_AT}) e
      join agents.invocation_inputs n on n.invocation_id = e.id and n.revision = e.revision
      join agents.agents g on g.id = e.agent_id
      where e.tool_id = ${asked.toolId} and ${byPeople(sql)} and e.id <> ${asked.id}
      order by e.id desc limit 1`,
    )[0];
  return (
    (await last(sql`select i.* from agents.tool_invocations i where i.agent_id = ${asked.agentId}`)) ??
    (await last(sql`select i.* from agents.tool_invocations i where i.tool_id = ${asked.toolId}`))
  );
}

/** Inputs of this agent's approved calls of this tool, the newest first. */
export async function readApprovedInputs(sql: postgres.Sql, asked: Asked): Promise<string[]> {
  const rows = await sql<{ input: string }[]>`
    select n.input
    from (
      select i.id, i.revision, i.tool_id, i.approval_status, i.rule_id from agents.tool_invocations i
      where i.agent_id = ${asked.agentId} order by i.id desc limit ${CALLS_LOOKED_AT}
    ) e
    join agents.invocation_inputs n on n.invocation_id = e.id and n.revision = e.revision
    where e.tool_id = ${asked.toolId} and ${byPeople(sql)} and e.id <> ${asked.id}
      and length(n.input) <= ${COUNTED_INPUT}
    order by e.id desc limit ${APPROVED_MOST}`;
  return rows.map(({ input }) => input);
}
