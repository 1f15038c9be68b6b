import type postgres from "postgres";
import { concernCondition } from "./list-tools.ts";
import { TOOL_CONCERNS, type ToolConcern } from "./tool-filter.ts";

/** Above this a tile says so; nobody reads the difference between 100 and 9,000 tools to look at. */
export const CONCERNS_COUNTED = 100;

export type ConcernCounts = Readonly<Record<ToolConcern, number>>;

/** How many tools want a look, each counted as far as it matters. */
export async function countConcerns(sql: postgres.Sql): Promise<ConcernCounts> {
  const counts = await Promise.all(
    TOOL_CONCERNS.map(async (concern) => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from (
          select from agents.tools_registry t where true ${concernCondition(sql, concern)} limit ${CONCERNS_COUNTED}
        ) counted`;
      return [concern, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<ToolConcern, number>;
}
