import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

/** One entry, with names where the actor or subject is somebody or something we know. */
export interface AuditItem {
  readonly lane: number;
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: string;
  readonly body: string;
  readonly prev: string;
  readonly hash: string;
}

export interface AuditFilter {
  readonly subject?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly lane?: number;
  /** Where the page before ended: `at_us.lane.seq`. */
  readonly before?: string;
}

export const AUDIT_A_PAGE = 50;
const CURSOR = /^(\d{1,17})\.(\d{1,2})\.(\d{1,15})$/;

interface CursorRow extends AuditItem {
  cursor: string;
}

/** The newest first, across lanes, by time; within one microsecond by lane and number, so that no entry is skipped. */
export async function listAuditEntries(
  sql: postgres.Sql,
  { subject, actor, action, lane, before }: AuditFilter,
  limit = AUDIT_A_PAGE,
): Promise<{ items: AuditItem[]; next: string | undefined }> {
  const [, atUs, beforeLane, beforeSeq] = CURSOR.exec(before ?? "") ?? [];
  const rows = plainRows(
    await sql<CursorRow[]>`
    select
      e.lane, e.seq::float8 as seq, to_timestamp(e.at_us / 1000000.0) as at, e.actor, coalesce(p.name, g.name, w.name) as "actorName",
      e.action, e.subject, e.body, encode(e.prev, 'hex') as prev, encode(e.hash, 'hex') as hash,
      e.at_us || '.' || e.lane || '.' || e.seq as cursor
    from audit.events e
    left join agents.people p on e.actor = 'person:' || p.id
    left join agents.agents g on e.actor = 'agent:' || g.id
    left join agents.workers w on e.actor = 'worker:' || w.id
    where true
      ${subject ? sql`and e.subject = ${subject}` : sql``}
      ${actor ? sql`and e.actor = ${actor}` : sql``}
      ${action ? sql`and e.action = ${action}` : sql``}
      ${lane !== undefined ? sql`and e.lane = ${lane}` : sql``}
      ${atUs && beforeLane && beforeSeq ? sql`and (e.at_us, e.lane, e.seq) < (${atUs}::bigint, ${beforeLane}::int, ${beforeSeq}::bigint)` : sql``}
    order by e.at_us desc, e.lane desc, e.seq desc
    limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  return {
    items: page.map(({ cursor: _, ...item }) => item),
    next: rows.length > limit ? page.at(-1)?.cursor : undefined,
  };
}
