import type postgres from "postgres";
import type { TrustLevel, TrustSection } from "#lib/policy/document/trust-section.ts";
import type { Incident, Tally } from "../evidence.ts";
import type { TrustHistory } from "../rehearse-trust.ts";

export interface AgentHistory extends TrustHistory {
  readonly agentId: string;
  readonly agent: string;
  /** Its own way of earning trust. */
  readonly config: TrustSection | null;
}

interface TallyRow extends Omit<Tally, "said" | "judged"> {
  readonly agentId: string;
  readonly said: readonly [number, number, number];
  readonly judged: readonly [number, number, number];
}

/** As many agents as one page can say something about. */
export const HISTORIES = 200;

/** What is on record of agents since a time: all that a rehearsal lives again. The busiest first, where there are too many. */
export async function readHistories(
  sql: postgres.Sql,
  { since, agentId }: { since: number; agentId?: string },
): Promise<AgentHistory[]> {
  const agents = await sql<
    {
      agentId: string;
      agent: string;
      declared: string;
      custom: boolean;
      createdAt: Date;
      config: TrustSection | null;
    }[]
  >`
    select g.id as "agentId", g.name as agent, g.access_level as declared, g.custom_grants is not null as custom, g.created_at as "createdAt",
      g.trust_config as config
    from agents.agents g left join agents.trust_standings s on s.agent_id = g.id
    ${agentId === undefined ? sql`` : sql`where g.id = ${agentId}`}
    order by s.seen desc nulls last, g.name limit ${HISTORIES}`;
  const ids = agents.map((agent) => agent.agentId);
  const from = new Date(since);
  const [tallies, incidents] = await Promise.all([
    sql<TallyRow[]>`
      select t.agent_id as "agentId", t.category, exists (select from agents.tools_registry p where p.pinned_version_id = t.tool_version_id) as current,
        (extract(epoch from t.stretch) * 1000)::float8 as stretch, t.difficulty, t.completed, t.failed, t.denied, t.approved, t.rejected, t.findings,
        t.tasks_done as "tasksDone", t.tasks_failed as "tasksFailed",
        array[t.said_count, t.said_sum, t.said_squares]::float8[] as said, array[t.judged_count, t.judged_sum, t.judged_squares]::float8[] as judged
      from agents.trust_tallies t where t.agent_id = any (${ids}) and t.stretch >= ${from} order by t.stretch`,
    sql<(Omit<Incident, "at"> & { agentId: string; at: number })[]>`
      select r.agent_id as "agentId", r.category, r.severity, (extract(epoch from r.at) * 1000)::float8 as at
      from agents.trust_reports r where r.agent_id = any (${ids}) and r.kind = 'incident' and r.at >= ${from}`,
  ]);
  const talliesOf = Map.groupBy(tallies, (tally) => tally.agentId);
  const incidentsOf = Map.groupBy(incidents, (incident) => incident.agentId);
  return agents.map(({ agentId: id, agent, declared, custom, createdAt, config }) => ({
    agentId: id,
    agent,
    config,
    ceiling: custom || declared === "custom" ? null : (declared as TrustLevel),
    since: createdAt.getTime(),
    tallies: (talliesOf.get(id) ?? []).map(({ said, judged, ...tally }) => ({
      ...tally,
      said: scoresOf(said),
      judged: scoresOf(judged),
    })),
    incidents: incidentsOf.get(id) ?? [],
  }));
}

function scoresOf([count, sum, squares]: readonly [number, number, number]) {
  return { count, sum, squares };
}
