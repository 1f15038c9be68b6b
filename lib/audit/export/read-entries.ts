import type postgres from "postgres";
import type { AuditEntry } from "../entry.ts";
import type { EntryFilter } from "./entry-filter.ts";

const PAGE = 500;

interface Position {
  readonly atUs: string;
  readonly lane: number;
  readonly seq: number;
}

/** Entries by time, across lanes, page by page: no more than a page is held, however large the log and however slow the reader. */
export async function* readEntries(sql: postgres.ISql, filter: EntryFilter): AsyncGenerator<AuditEntry> {
  let after: Position | undefined;
  for (;;) {
    const page = await readPage(sql, filter, after);
    yield* page;
    after = page.at(-1);
    if (!after || page.length < PAGE) return;
  }
}

async function readPage(
  sql: postgres.ISql,
  { sinceUs, untilUs, action, subject, actor, lane }: EntryFilter,
  after: Position | undefined,
): Promise<AuditEntry[]> {
  return await sql<AuditEntry[]>`
    select version, lane, seq::float8 as seq, at_us::text as "atUs", actor, action, subject, body,
      encode(prev, 'hex') as prev, encode(hash, 'hex') as hash
    from audit.events e
    where true
      ${sinceUs === undefined ? sql`` : sql`and at_us >= ${sinceUs}::bigint`}
      ${untilUs === undefined ? sql`` : sql`and at_us < ${untilUs}::bigint`}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
      ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
      ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
      ${lane === undefined ? sql`` : sql`and lane = ${lane}`}
      ${after === undefined ? sql`` : sql`and (at_us, lane, seq) > (${after.atUs}::bigint, ${after.lane}::int, ${after.seq}::bigint)`}
    order by e.at_us, e.lane, e.seq limit ${PAGE}`;
}
