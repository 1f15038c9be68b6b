import type postgres from "postgres";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";
import { RECENT_DAYS } from "./recent-days.ts";

/** An agent as a caller of one tool: what its profile says about it, and what it has done with it. */
export interface ToolCaller {
  readonly agentId: string;
  readonly agent: string;
  readonly accessLevel: AccessLevel;
  readonly frozen: boolean;
  readonly profile: string | null;
  /** The strictest override of its profile for this tool, if any. */
  readonly override: "hold" | "deny" | null;
  /** Calls of the last 30 days, and the newest of them. */
  readonly recentCalls: number;
  readonly lastCallAt: string | null;
}

export async function listCallers(sql: postgres.Sql, toolId: string): Promise<ToolCaller[]> {
  return plainRows(
    await sql<ToolCaller[]>`
    select
      g.id as "agentId", g.name as agent, g.access_level as "accessLevel", g.frozen_at is not null as frozen,
      f.name as profile,
      (
        select o.effect from agents.profile_overrides o
        where o.profile_id = g.profile_id
          and ((o.subject_kind = 'tool' and o.subject = t.name)
            or (o.subject_kind = 'category' and o.subject = t.category)
            or (o.subject_kind = 'action_type' and o.subject in (t.action_type, split_part(t.action_type, ':', 1))))
        order by o.effect limit 1
      ) as override,
      coalesce(r.calls, 0) as "recentCalls", r.last as "lastCallAt"
    from agents.tools_registry t
    cross join agents.agents g
    left join agents.profiles f on f.id = g.profile_id
    left join (
      select i.agent_id, count(*)::int as calls, max(i.asked_at) as last
      from agents.tool_invocations i
      where i.tool_id = ${toolId} and i.asked_at > now() - make_interval(days => ${RECENT_DAYS})
      group by i.agent_id
    ) r on r.agent_id = g.id
    where t.id = ${toolId}
    order by g.name`,
  );
}
