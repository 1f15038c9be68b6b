import type postgres from "postgres";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";

/** A row of the inbox before anybody asked how far its agent is trusted. */
export type BareInboxItem = Omit<InboxItem, "actsAt">;

/**
 * Says of each row at which level its agent acts: a row that names the ceiling while the card names what is left of it would have people
 * decide by another level than the one that holds. Read beside the list, for the few agents and tools of a page, so that finding the page costs what it did.
 */
export async function withActingLevels(sql: postgres.Sql, items: readonly BareInboxItem[]): Promise<InboxItem[]> {
  const asked = new Map(items.flatMap((item) => (item.agentId === null ? [] : [[placeOf(item), item] as const])));
  const levels = new Map<string, AccessLevel>();
  if (asked.size > 0) {
    const pairs = [...asked.values()];
    const rows = await sql<{ agentId: string; tool: string | null; level: AccessLevel }[]>`
      select g.id as "agentId", asked.tool, case when g.custom_grants is null then acts.level else 'custom' end as level
      from unnest(${pairs.map(({ agentId }) => agentId ?? "")}::uuid[], ${pairs.map(({ tool }) => tool)}::text[]) as asked (agent_id, tool)
      join agents.agents g on g.id = asked.agent_id
      left join agents.tools_registry t on t.name = asked.tool
      cross join lateral (
        select l.level from agents.access_levels l
        where l.level = case when g.custom_grants is null then g.access_level else 'custom' end or l.level in (
          select u.level from agents.agent_trust u where u.agent_id = g.id and u.category in ('all', t.category))
        order by l.rank limit 1
      ) acts`;
    for (const row of rows) levels.set(placeOf(row), row.level);
  }
  return items.map((item) => ({ ...item, actsAt: levels.get(placeOf(item)) ?? item.accessLevel }));
}

function placeOf({ agentId, tool }: { readonly agentId: string | null; readonly tool: string | null }): string {
  return `${agentId} ${tool}`;
}
