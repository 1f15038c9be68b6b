import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import { plainRows } from "#db/plain-rows.ts";
import { AGENT_NAME } from "#lib/agents/agent-name.ts";
import type { AccessLevel, InvocationState } from "#lib/policy/vocabulary.ts";

export interface AgentDetail {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly ownerId: string;
  readonly owner: string;
  readonly accessLevel: AccessLevel;
  readonly hasProject: boolean;
  readonly frozenAt: string | null;
  readonly frozenReason: string | null;
  /** Of the switch that stops this agent alone; null where none is thrown. */
  readonly killSwitchId: string | null;
  readonly createdAt: string;
  /** What its inbox lists: the same call asked again is one. */
  readonly pending: number;
  readonly liveKeys: number;
  /** Calls of the last seven days by how they stand. */
  readonly week: Partial<Record<InvocationState, number>>;
}

/** By id, as records name it, or by name, as people do: names are unique and never look like ids. */
export async function readAgent(sql: postgres.Sql, idOrName: string): Promise<AgentDetail | undefined> {
  // Out of an address: what is neither names nothing, and may hold what the database cannot even be asked about.
  if (!isUuid(idOrName) && !AGENT_NAME.test(idOrName)) return undefined;
  const rows = plainRows(
    await sql<AgentDetail[]>`
    select
      g.id, g.name, g.description, o.id as "ownerId", o.name as owner, g.access_level as "accessLevel",
      g.project_root is not null as "hasProject",
      g.frozen_at as "frozenAt", g.frozen_reason as "frozenReason", g.created_at as "createdAt",
      (select k.id from agents.kill_switches k where k.scope = 'agent' and k.target_id = g.id and k.released_at is null) as "killSwitchId",
      (
        select count(distinct a.digest)::int from agents.approvals a
        where a.agent_id = g.id and a.status = 'pending' and a.expires_at > now()
      ) + (select count(*)::int from agents.tool_invocations i where i.agent_id = g.id and i.status = 'unknown') as pending,
      (
        select count(*)::int from agents.agent_keys k
        where k.agent_id = g.id and k.revoked_at is null and k.expires_at > now()
      ) as "liveKeys",
      (
        select coalesce(jsonb_object_agg(s.status, s.calls), '{}') from (
          select i.status, count(*)::int as calls from agents.tool_invocations i
          where i.agent_id = g.id and i.asked_at > now() - interval '7 days' group by i.status
        ) s
      ) as week
    from agents.agents g
    join agents.people o on o.id = g.owner_id
    where ${isUuid(idOrName) ? sql`g.id = ${idOrName}` : sql`g.name = ${idOrName}`}`,
  );
  return rows[0];
}
