import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { TrustScope } from "../levels.ts";

/** Something that happened to an agent's trust: a step, an incident, somebody's word about its work. */
export interface TrustEntry {
  readonly id: string;
  readonly at: string;
  readonly what: "step" | "task" | "feedback" | "incident";
  readonly category: TrustScope;
  readonly from: string | null;
  readonly to: string | null;
  /** Of a step: how it stands. Of a report: its result or severity. */
  readonly state: string | null;
  readonly kind: string | null;
  /** Null: the evaluator, or the agent itself. */
  readonly person: string | null;
  /** Of a step that people were asked about: who answered. */
  readonly decidedBy: string | null;
  readonly words: string | null;
  readonly quality: number | null;
  readonly taskId: string | null;
}

/** The newest first. */
export async function listTrustHistory(sql: postgres.Sql, agentId: string, limit = 60): Promise<TrustEntry[]> {
  return plainRows(
    await sql<TrustEntry[]>`
    select * from (
      (select c.id, coalesce(c.decided_at, c.created_at) as at, 'step' as what, c.category, c.from_level as from, c.to_level as to, c.state, c.kind,
        p.name as person, (
          select string_agg(d.name, ', ' order by v.at) from agents.approvals a join agents.approval_votes v on v.approval_id = a.id
          join agents.people d on d.id = v.person_id where a.subject_kind = 'trust_change' and a.subject_id = c.id) as "decidedBy", c.reason as words, null::float8 as quality, null::text as "taskId"
      from agents.trust_changes c left join agents.people p on p.id = c.proposed_by
      where c.agent_id = ${agentId} order by c.id desc limit ${limit})
      union all
      (select r.id, r.at, r.kind, r.category, null, null, coalesce(r.severity, r.result), null, p.name, null, r.summary, r.quality::float8, r.task_id
      from agents.trust_reports r left join agents.people p on p.id = r.person_id
      where r.agent_id = ${agentId} order by r.id desc limit ${limit})
    ) e order by e.at desc, e.id desc limit ${limit}`,
  );
}
