import type postgres from "postgres";
import type { AuditEntry } from "../entry.ts";
import { LANES } from "../lane-head.ts";
import type { EntryFilter } from "./entry-filter.ts";

const PAGE = 500;

interface Position {
  readonly atUs: string;
  readonly lane: number;
  readonly seq: number;
}

/**
 * Entries by time, across lanes, page by page: no more than a page is held, however large the log and however slow the reader. A row
 * where no entry can be is none, whatever it says: the verifier names it.
 */
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
    where lane between 0 and ${LANES - 1} and seq between 1 and ${Number.MAX_SAFE_INTEGER}
      ${sinceUs === undefined ? sql`` : sql`and at_us >= ${sinceUs}::bigint`}
      ${untilUs === undefined ? sql`` : sql`and at_us < ${untilUs}::bigint`}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
      ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
      ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
      ${lane === undefined ? sql`` : sql`and lane = ${lane}`}
      ${after === undefined ? sql`` : sql`and (at_us, lane, seq) > (${after.atUs}::bigint, ${after.lane}::int, ${after.seq}::bigint)`}
    order by e.at_us, e.lane, e.seq limit ${PAGE}`;
}
