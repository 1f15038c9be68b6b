import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { type ReviewRight, reviewRight } from "#lib/registry/review-right.ts";
import type { Viewer } from "#lib/sessions/session.ts";

/** The newest question to reviewers about one version. */
export interface Review {
  readonly id: string;
  /** What a vote is bound to: this definition, in the place of the one in force, for a tool in this state. */
  readonly digest: string;
  readonly required: number;
  readonly status: "pending" | "approved" | "rejected" | "expired" | "void";
  /** Nobody decided in time, or what it was compared with has changed: it has to be asked again. */
  readonly over: boolean;
  readonly askedAt: string;
  readonly expiresAt: string;
  /** Who has voted, and why; null while it waits and this person has not: a second look is worth what it owes to nobody. */
  readonly votes: readonly ReviewVote[] | null;
  readonly right: ReviewRight;
}

export interface ReviewVote {
  readonly by: string;
  readonly decision: "approve" | "reject";
  readonly reason: string | null;
  readonly at: string;
}

interface ReviewRow extends Omit<Review, "right"> {
  readonly isAuthor: boolean;
  readonly voted: boolean;
  readonly countsFrom: string | null;
  readonly agedFrom: string | null;
}

export async function readReview(sql: postgres.Sql, viewer: Viewer, versionId: string): Promise<Review | undefined> {
  const [row] = plainRows(
    await sql<ReviewRow[]>`
    select
      a.id, a.digest, a.required, a.status, a.status <> 'pending' or a.expires_at <= now() as over,
      a.created_at as "askedAt", a.expires_at as "expiresAt",
      coalesce(v.author_id = ${viewer.personId}, false) as "isAuthor",
      mine.id is not null as voted,
      (select p.counts_from from agents.people p where p.id = ${viewer.personId} and p.counts_from > now()) as "countsFrom",
      (select p.role_since + make_interval(hours => q.value::int) from agents.people p join agents.settings q on q.name = 'quorum_role_hours'
        where p.id = ${viewer.personId} and a.required >= 2 and p.role_since >= now() - make_interval(hours => q.value::int)) as "agedFrom",
      case when mine.id is not null or a.status <> 'pending' then (
        select coalesce(jsonb_agg(jsonb_build_object('by', p.name, 'decision', y.decision, 'reason', y.reason, 'at', y.at)
          order by y.at), '[]')
        from agents.approval_votes y join agents.people p on p.id = y.person_id where y.approval_id = a.id
      ) end as votes
    from agents.approvals a
    join agents.tool_versions v on v.id = a.subject_id
    left join agents.approval_votes mine on mine.approval_id = a.id and mine.person_id = ${viewer.personId}
    where a.subject_kind = 'tool_version' and a.subject_id = ${versionId}
    order by a.revision desc
    limit 1`,
  );
  if (!row) return undefined;
  const { isAuthor, voted, countsFrom, agedFrom, ...review } = row;
  return { ...review, right: reviewRight({ viewer, isAuthor, voted, countsFrom, agedFrom }) };
}
