import type postgres from "postgres";
import type { ToolConcern } from "./tool-filter.ts";

/** Above this a tile says so; nobody reads the difference between 25 and 9,000 tools to look at. */
export const CONCERNS_COUNTED = 25;

export type ConcernCounts = Readonly<Record<ToolConcern, number>>;

/** How many tools want a look, each counted as far as it matters, from the side of the few that do. */
export async function countConcerns(sql: postgres.Sql): Promise<ConcernCounts> {
  // Not a parameter: the planner would have to plan anew each time to know that it is small.
  const most = sql.unsafe(String(CONCERNS_COUNTED));
  const [counts] = await sql<ConcernCounts[]>`
    select
      (
        select count(*)::int from (
          select distinct r.tool_id from agents.tool_versions r where r.state in ('review', 'quarantined') limit ${most}
        ) tools
      ) as review,
      (
        select count(*)::int from (
          select distinct r.tool_id from agents.tool_versions r
          where r.alarmed and (r.state in ('review', 'quarantined')
            or r.id = (select t.pinned_version_id from agents.tools_registry t where t.id = r.tool_id))
          limit ${most}
        ) tools
      ) as findings,
      (
        select count(*)::int from (
          select from agents.tools_registry t where t.state = 'drifted' limit ${most}
        ) tools
      ) as drifted,
      (
        select count(*)::int from (
          select t.id from agents.tools_registry t where t.state = 'quarantined'
          union all
          (
            select distinct t.id from agents.tool_versions r join agents.tools_registry t on t.id = r.tool_id
            where r.state = 'quarantined' and t.state = 'active' and t.pinned_version_id is null
          )
          limit ${most}
        ) tools
      ) as quarantined`;
  if (!counts) throw new Error("The database counted nothing.");
  return counts;
}
