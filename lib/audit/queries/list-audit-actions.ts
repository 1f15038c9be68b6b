import type postgres from "postgres";

/** The actions that are in use, for the filter; read by jumps along an index of recent entries, not by a full scan. */
export async function listAuditActions(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ action: string }[]>`
    select distinct action from (select action from audit.events order by at_us desc limit 5000) recent order by action`;
  return rows.map(({ action }) => action);
}
