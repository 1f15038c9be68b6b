import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";

export interface AgentItem {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly owner: string;
  readonly accessLevel: AccessLevel;
  /** The lower of what was declared and what it is trusted with as a whole. */
  readonly actsAt: AccessLevel;
  /** With tools of some category it acts at a lower level still. */
  readonly lessInPart: boolean;
  readonly frozenAt: string | null;
  /** What waits for people in its inbox: calls, team runs and whatever else it asked, and calls that were lost. */
  readonly pending: number;
  readonly callsToday: number;
  readonly lastCallAt: string | null;
  readonly liveKeys: number;
}

/** Every agent, with what it waits for and did in the last day. */
export async function listAgents(sql: postgres.Sql): Promise<AgentItem[]> {
  return plainRows(
    await sql<AgentItem[]>`
    select
      g.id, g.name, g.description, o.name as owner, g.access_level as "accessLevel",
      coalesce((
        select l.level from agents.agent_trust u join agents.access_levels l on l.level = u.level
        join agents.access_levels d on d.level = g.access_level
        where u.agent_id = g.id and u.category = 'all' and g.access_level <> 'custom' and l.rank < d.rank
      ), g.access_level) as "actsAt",
      exists (
        select from agents.agent_trust u join agents.access_levels l on l.level = u.level
        join agents.access_levels d on d.level = g.access_level
        where u.agent_id = g.id and u.category <> 'all' and g.access_level <> 'custom' and l.rank < least(d.rank, (
          select a.rank from agents.agent_trust w join agents.access_levels a on a.level = w.level
          where w.agent_id = g.id and w.category = 'all'))
      ) as "lessInPart",
      g.frozen_at as "frozenAt",
      coalesce(w.items, 0) as pending, coalesce(d.calls, 0) as "callsToday",
      (select i.asked_at from agents.tool_invocations i where i.agent_id = g.id order by i.id desc limit 1) as "lastCallAt",
      (
        select count(*)::int from agents.agent_keys k
        where k.agent_id = g.id and k.revoked_at is null and k.expires_at > now()
      ) as "liveKeys"
    from agents.agents g
    join agents.people o on o.id = g.owner_id
    left join (
      select o.agent_id, sum(o.items)::int as items
      from (
        select a.agent_id, count(distinct a.digest) as items from agents.approvals a
        where a.status = 'pending' and a.expires_at > now() group by a.agent_id
        union all
        select i.agent_id, count(*) from agents.tool_invocations i where i.status = 'unknown' group by i.agent_id
      ) o
      group by o.agent_id
    ) w on w.agent_id = g.id
    left join (
      select i.agent_id, count(*)::int as calls from agents.tool_invocations i
      where i.asked_at > now() - interval '1 day' group by i.agent_id
    ) d on d.agent_id = g.id
    order by g.name`,
  );
}
