import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { itemRight, VOTERS } from "./item-right.ts";
import type { Question, ReviewKind } from "./other-item.ts";

interface Subject {
  readonly kind: ReviewKind;
  readonly id: string;
  readonly effect: string;
  /** The people whose yes is worth nothing, with why, as in "you wrote it". As airlock.interested_in has it. */
  readonly stakes: readonly (readonly [personId: string | null, why: string])[];
  readonly halted: string | null;
}

interface QuestionRow extends Omit<Question, "right" | "voters" | "effect"> {
  readonly voted: boolean;
  readonly countsFrom: string | null;
  readonly agedFrom: string | null;
  readonly names: readonly string[];
}

const NAMES_SHOWN = 6;

/** Undefined when nobody was ever asked about it. */
export async function readQuestion(
  sql: postgres.Sql,
  viewer: Viewer,
  { kind, id, effect, stakes, halted }: Subject,
): Promise<Question | undefined> {
  const interested = stakes.flatMap(([personId]) => (personId === null ? [] : [personId]));
  const [row] = plainRows(
    await sql<QuestionRow[]>`
    select a.subject_id as id, a.id as "approvalId", a.revision, a.digest, a.required, a.status,
      a.status <> 'pending' or a.expires_at <= now() as over, a.created_at as "askedAt", a.expires_at as "expiresAt",
      mine.id is not null as voted,
      (select p.counts_from from agents.people p where p.id = ${viewer.personId} and p.counts_from > now()) as "countsFrom",
      (select p.role_since + make_interval(hours => q.value::int) from agents.people p join agents.settings q on q.name = 'quorum_role_hours'
        where p.id = ${viewer.personId} and a.required >= 2 and p.role_since >= now() - make_interval(hours => q.value::int)) as "agedFrom",
      case when mine.id is not null or a.status <> 'pending' then (
        select coalesce(jsonb_agg(jsonb_build_object('by', p.name, 'decision', y.decision, 'reason', y.reason, 'at', y.at)
          order by y.at), '[]')
        from agents.approval_votes y join agents.people p on p.id = y.person_id where y.approval_id = a.id
      ) end as votes,
      array(
        select p.name from agents.people p
        where p.role = any(${VOTERS[kind] as string[]}) and p.disabled_at is null and p.counts_from <= now()
          and p.id <> ${viewer.personId} and p.id <> all(${interested}::uuid[])
          and (a.required < 2 or p.role_since < now() - make_interval(hours => (
            select s.value::int from agents.settings s where s.name = 'quorum_role_hours')))
        order by p.name
      ) as names
    from agents.approvals a
    left join agents.approval_votes mine on mine.approval_id = a.id and mine.person_id = ${viewer.personId}
    where a.subject_kind = ${kind} and a.subject_id = ${id}
    order by a.revision desc limit 1`,
  );
  if (!row) return undefined;
  const { voted, countsFrom, agedFrom, names, ...question } = row;
  const stake = stakes.find(([personId]) => personId === viewer.personId)?.[1] ?? null;
  return {
    ...question,
    effect,
    voters: { names: names.slice(0, NAMES_SHOWN), more: Math.max(0, names.length - NAMES_SHOWN) },
    right: itemRight({ kind, viewer, stake, voted, countsFrom, agedFrom, halted }),
  };
}
