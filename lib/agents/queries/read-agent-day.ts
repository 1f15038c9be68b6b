import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

/** What an agent did in the last day. */
export interface AgentDay {
  readonly calls: number;
  readonly completed: number;
  readonly failed: number;
  readonly denied: number;
  readonly rejected: number;
  /** What its calls cost, as they reported it; null where none did. */
  readonly cost: number | null;
}

export async function readAgentDay(sql: postgres.Sql, agentId: string): Promise<AgentDay> {
  const [row] = plainRows(
    await sql<AgentDay[]>`
    select count(*)::int as calls, count(*) filter (where i.status = 'completed')::int as completed,
      count(*) filter (where i.status = 'failed')::int as failed, count(*) filter (where i.status = 'denied')::int as denied,
      count(*) filter (where i.status = 'rejected')::int as rejected, sum(i.cost_estimate)::float8 as cost
    from agents.tool_invocations i
    where i.agent_id = ${agentId} and i.id >= (encode(substring(int8send(floor(extract(epoch from now() - interval '1 day') * 1000)::bigint) from 3)
      || decode(repeat('00', 10), 'hex'), 'hex'))::uuid and not i.is_drill`,
  );
  return row ?? { calls: 0, completed: 0, failed: 0, denied: 0, rejected: 0, cost: null };
}
