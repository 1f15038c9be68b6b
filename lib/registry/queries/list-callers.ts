import type postgres from "postgres";
import { plainRows } from "#lib/operations/plain-rows.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";

/** An agent as a caller of one tool: what its profile says about it, and what it has done with it. */
export interface ToolCaller {
  readonly agentId: string;
  readonly agent: string;
  readonly accessLevel: AccessLevel;
  readonly frozen: boolean;
  readonly profile: string | null;
  /** The strictest override of its profile for this tool, if any. */
  readonly override: "hold" | "deny" | null;
  readonly calls: number;
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
      (select count(*)::int from agents.tool_invocations i where i.tool_id = t.id and i.agent_id = g.id) as calls,
      (select max(i.asked_at) from agents.tool_invocations i where i.tool_id = t.id and i.agent_id = g.id) as "lastCallAt"
    from agents.tools_registry t
    cross join agents.agents g
    left join agents.profiles f on f.id = g.profile_id
    where t.id = ${toolId}
    order by g.name`,
  );
}
