import type postgres from "postgres";

/** The actions that are in use, for the filter; read by jumps from one to the next along the index by action, not by a full scan. */
export async function listAuditActions(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ action: string }[]>`
    with recursive used as (
      (select action from audit.events order by action limit 1)
      union all
      select (select e.action from audit.events e where e.action > used.action order by e.action limit 1)
      from used
      where used.action is not null
    )
    select action from used where action is not null order by action`;
  return rows.map(({ action }) => action);
}
