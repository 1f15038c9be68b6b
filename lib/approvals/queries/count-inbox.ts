import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { SOON_MINUTES } from "#lib/approvals/inbox-filter.ts";
import type { Tier } from "#lib/policy/vocabulary.ts";
import type { Viewer } from "#lib/sessions/session.ts";

/** What waits, counted in cards as the list shows them: the same call asked again is one. */
export interface InboxCounts {
  /** All of it, but for what this person put out of sight. Unknown outcomes are counted apart and in the sum. */
  readonly pending: number;
  readonly tiers: Readonly<Record<Tier, number>>;
  readonly soon: number;
  readonly second: number;
  readonly flagged: number;
  /** Cards that were asked for more than once, and how many calls they fold away. */
  readonly folded: number;
  readonly duplicates: number;
  readonly oldestAt: string | null;
  readonly unknown: number;
  /** Of this person: voted and waiting for another, assigned to them, put out of sight. */
  readonly voted: number;
  readonly mine: number;
  readonly snoozed: number;
  /** What the cap on open cards refused in the last hour, the most first. */
  readonly flood: readonly { readonly agent: string; readonly refused: number }[];
}

const FLOOD_AGENTS_MOST = 5;

/** One pass over what is open, however much lies behind it. */
export async function countInbox(sql: postgres.Sql, viewer: Viewer, agent: string | null = null): Promise<InboxCounts> {
  const me = viewer.personId;
  const [counts] = plainRows(
    await sql<InboxCounts[]>`
    with scope as (select g.id from agents.agents g where g.name = ${agent}),
    snoozed as materialized (
      select z.subject_kind, z.subject_id from agents.approval_snoozes z where z.person_id = ${me} and z.until > now()),
    held as materialized (
      select s.subject_kind, s.subject_id from agents.approval_assignments s
      where s.person_id = ${me} or s.person_id in (
        select d.from_person from agents.delegations d
        where d.to_person = ${me} and d.starts_at <= now() and d.ends_at > now() and d.ended_at is null)),
    card as (
      select max(o.rank) as rank, max(o.required) as required, bool_or(o.flagged) as flagged, min(o.expires_at) as expires_at,
        min(o.created_at) as created_at, count(*) as calls,
        bool_or((o.subject_kind, o.subject_id) in (select z.subject_kind, z.subject_id from snoozed z)) as snoozed,
        bool_or((o.subject_kind, o.subject_id) in (select h.subject_kind, h.subject_id from held h)) as mine,
        -- Only what takes two people waits on after a vote.
        bool_or(o.required > 1 and exists (
          select from agents.approval_votes v where v.approval_id = o.id and v.person_id = ${me})) as voted
      from agents.approvals o
      where o.status = 'pending' and o.expires_at > now() ${agent === null ? sql`` : sql`and o.agent_id = (select id from scope)`}
      group by coalesce(o.agent_id, o.id), o.digest),
    lost as materialized (
      select i.id, i.tier, i.asked_at,
        ('invocation'::text, i.id) in (select z.subject_kind::text, z.subject_id from snoozed z) as snoozed,
        ('invocation'::text, i.id) in (select h.subject_kind::text, h.subject_id from held h) as mine
      from agents.tool_invocations i
      where i.status = 'unknown' ${agent === null ? sql`` : sql`and i.agent_id = (select id from scope)`}),
    unknown as (
      select count(*) filter (where not l.snoozed)::int as seen, count(*) filter (where l.snoozed)::int as snoozed,
        count(*) filter (where l.mine)::int as mine, min(l.asked_at) filter (where not l.snoozed) as oldest,
        array(
          select (select count(*)::int from lost m where m.tier = k.tier and not m.snoozed)
          from unnest(array['low', 'medium', 'high', 'dual']) with ordinality k (tier, n) order by k.n) as tiers
      from lost l),
    flood as (
      select g.name as agent, count(*)::int as refused
      from agents.tool_invocations i join agents.agents g on g.id = i.agent_id
      where i.error_code = 'refused_by_cap' and i.asked_at > now() - interval '1 hour'
        ${agent === null ? sql`` : sql`and i.agent_id = (select id from scope)`}
      group by g.name order by 2 desc, 1 limit ${FLOOD_AGENTS_MOST})
    select
      count(*) filter (where not c.snoozed)::int + u.seen as pending,
      jsonb_build_object(
        'low', count(*) filter (where c.rank = 1 and not c.snoozed) + u.tiers[1],
        'medium', count(*) filter (where c.rank = 2 and not c.snoozed) + u.tiers[2],
        'high', count(*) filter (where c.rank = 3 and not c.snoozed) + u.tiers[3],
        'dual', count(*) filter (where c.rank = 4 and not c.snoozed) + u.tiers[4]) as tiers,
      count(*) filter (where c.expires_at < now() + make_interval(mins => ${SOON_MINUTES}) and not c.snoozed)::int as soon,
      count(*) filter (where c.required > 1 and not c.snoozed)::int as second,
      count(*) filter (where c.flagged and not c.snoozed)::int as flagged,
      count(*) filter (where c.calls > 1 and not c.snoozed)::int as folded,
      coalesce(sum(c.calls - 1) filter (where not c.snoozed), 0)::int as duplicates,
      least(min(c.created_at) filter (where not c.snoozed), u.oldest) as "oldestAt",
      u.seen as unknown,
      count(*) filter (where c.voted)::int as voted,
      count(*) filter (where c.mine)::int + u.mine as mine,
      count(*) filter (where c.snoozed)::int + u.snoozed as snoozed,
      (select coalesce(jsonb_agg(f), '[]') from flood f) as flood
    from unknown u left join card c on true group by u.seen, u.snoozed, u.mine, u.oldest, u.tiers`,
  );
  if (!counts) throw new Error("The database counted nothing.");
  return counts;
}
