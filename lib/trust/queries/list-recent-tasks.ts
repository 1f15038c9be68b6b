import type postgres from "postgres";

/** The tasks of an agent's last calls that were completed, the newest first: what a person could judge. */
export async function listRecentTasks(sql: postgres.Sql, agentId: string): Promise<string[]> {
  const rows = await sql<{ task: string }[]>`
    select i.task_id as task from (
      select r.id, r.task_id from agents.tool_invocations r
      where r.agent_id = ${agentId} and r.status = 'completed' and not r.is_drill order by r.id desc limit 500
    ) i where i.task_id is not null group by i.task_id order by max(i.id::text) desc limit 20`;
  return rows.map(({ task }) => task);
}
