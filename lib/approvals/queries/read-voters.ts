import type postgres from "postgres";

/** Whose yes would count. */
export interface Voters {
  readonly names: readonly string[];
  readonly more: number;
}

const NAMES_SHOWN = 6;

/**
 * Everybody whose yes counts for this call, whether they have given it or not: a list without those who voted would say who did,
 * to people who are to vote without knowing. The viewer is not among them. As airlock.counting_votes has it.
 */
export async function readVoters(sql: postgres.Sql, viewerId: string, invocationId: string): Promise<Voters> {
  const rows = await sql<{ name: string }[]>`
    select p.name
    from agents.tool_invocations i
    join agents.agents g on g.id = i.agent_id
    join agents.tools_registry t on t.id = i.tool_id
    join agents.safety_classes c on c.name = t.safety_class
    join agents.people p on p.id <> g.owner_id
    where i.id = ${invocationId} and p.id <> ${viewerId}
      and p.disabled_at is null and p.role = any(c.voters) and p.counts_from <= now()
      and not exists (select from agents.invocation_inputs e where e.invocation_id = i.id and e.edited_by = p.id)
      and (i.required_approvals < 2 or p.role_since < now() - make_interval(hours => (
        select s.value::int from agents.settings s where s.name = 'quorum_role_hours')))
    order by p.name`;
  const names = rows.map(({ name }) => name);
  return { names: names.slice(0, NAMES_SHOWN), more: Math.max(0, names.length - NAMES_SHOWN) };
}
