import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { Tier } from "#lib/policy/vocabulary.ts";

/** How one person decided in the last thirty days, by the server's clocks. */
export interface Numbers {
  readonly approved: number;
  readonly rejected: number;
  /** Of approvals that a page showed first: from the first sight to the vote. */
  readonly reading: readonly { readonly tier: Tier; readonly approvals: number; readonly medianSeconds: number }[];
  /** Approvals sooner than two seconds after the first sight. */
  readonly hasty: number;
  readonly caught: number;
  readonly missed: number;
  /** Approvals that were taken back: after the release by anybody, before it by this person's own no. */
  readonly undone: number;
  readonly drills: readonly AnsweredDrill[];
}

export interface AnsweredDrill {
  readonly invocationId: string;
  readonly tool: string;
  readonly flaw: string;
  readonly outcome: "caught" | "missed";
  readonly at: string;
}

export async function readNumbers(sql: postgres.Sql, personId: string): Promise<Numbers> {
  const [[counts], reading, drills] = await Promise.all([
    sql<Omit<Numbers, "reading" | "drills">[]>`
      select
        count(*) filter (where v.decision = 'approve')::int as approved,
        count(*) filter (where v.decision = 'reject')::int as rejected,
        count(*) filter (where v.decision = 'approve' and v.at - v.seen_at < interval '2 seconds')::int as hasty,
        count(*) filter (where v.decision = 'approve' and (i.status = 'cancelled' and i.error_code = 'undone'
          or a.status = 'rejected' and not exists (
            select from agents.approval_votes n where n.approval_id = a.id and n.decision = 'reject')))::int as undone,
        (select count(*)::int from agents.drills d
          where d.decided_by = ${personId} and d.outcome = 'caught' and d.decided_at > now() - interval '30 days') as caught,
        (select count(*)::int from agents.drills d
          where d.decided_by = ${personId} and d.outcome = 'missed' and d.decided_at > now() - interval '30 days') as missed
      from agents.approval_votes v
      join agents.approvals a on a.id = v.approval_id
      left join agents.tool_invocations i on a.subject_kind = 'invocation' and i.id = a.subject_id
      where v.person_id = ${personId} and v.at > now() - interval '30 days' and i.is_drill is not true`,
    sql<Numbers["reading"][number][]>`
      select (array['low', 'medium', 'high', 'dual'])[a.rank] as tier, count(*)::int as approvals,
        percentile_cont(0.5) within group (order by extract(epoch from v.at - v.seen_at)) as "medianSeconds"
      from agents.approval_votes v join agents.approvals a on a.id = v.approval_id
      where v.person_id = ${personId} and v.decision = 'approve' and v.seen_at is not null and v.at > now() - interval '30 days'
      group by a.rank order by a.rank`,
    sql<AnsweredDrill[]>`
      select d.invocation_id as "invocationId", t.name as tool, d.flaw, d.outcome, d.decided_at as at
      from agents.drills d
      join agents.tool_invocations i on i.id = d.invocation_id
      join agents.tools_registry t on t.id = i.tool_id
      where d.decided_by = ${personId} and d.decided_at > now() - interval '30 days'
      order by d.decided_at desc limit 20`,
  ]);
  if (!counts) throw new Error("A count gave no row.");
  return { ...counts, reading: plainRows(reading), drills: plainRows(drills) };
}

/** One line a person, for those who answer for the whole: who decides, how carefully. */
export interface TeamNumbers {
  readonly personId: string;
  readonly name: string;
  readonly approved: number;
  readonly rejected: number;
  readonly medianSeconds: number | null;
  readonly caught: number;
  readonly missed: number;
}

export async function readTeamNumbers(sql: postgres.Sql): Promise<TeamNumbers[]> {
  return plainRows(
    await sql<TeamNumbers[]>`
      select p.id as "personId", p.name, coalesce(v.approved, 0) as approved, coalesce(v.rejected, 0) as rejected,
        v.median as "medianSeconds", coalesce(d.caught, 0) as caught, coalesce(d.missed, 0) as missed
      from agents.people p
      left join lateral (
        select count(*) filter (where y.decision = 'approve')::int as approved, count(*) filter (where y.decision = 'reject')::int as rejected,
          percentile_cont(0.5) within group (order by extract(epoch from y.at - y.seen_at))
            filter (where y.decision = 'approve' and y.seen_at is not null) as median
        from agents.approval_votes y join agents.approvals a on a.id = y.approval_id
        -- A vote on what still waits is blind: a number that grows by one would tell of it.
        where y.person_id = p.id and y.at > now() - interval '30 days' and a.status <> 'pending'
      ) v on true
      left join lateral (
        select count(*) filter (where r.outcome = 'caught')::int as caught, count(*) filter (where r.outcome = 'missed')::int as missed
        from agents.drills r where r.decided_by = p.id and r.decided_at > now() - interval '30 days'
      ) d on true
      where p.disabled_at is null and p.role in ('operator', 'reviewer')
      order by p.name limit 200`,
  );
}
