import type postgres from "postgres";
import type { AuditEntry } from "../entry.ts";

/** What a page may hold, about: sixteen lanes with two pages each stay small even when every body is 64 KB. */
const PAGE_BYTES = 512 * 1024;
const MOST_ROWS = 1_000;
const FEWEST_ROWS = 8;
/** Enough that a small lane is read at once, few enough for entries of any size. */
const FIRST_ROWS = 32;

interface Page {
  readonly entries: readonly AuditEntry[];
  readonly isLast: boolean;
}

/** Reads one lane by pages, asking for the next page while the one before is being walked. */
export class LaneCursor {
  readonly lane: number;
  private readonly sql: postgres.ISql;
  private page: readonly AuditEntry[] = [];
  private at = 0;
  private next: Promise<Page> | undefined;

  constructor(sql: postgres.ISql, lane: number) {
    this.sql = sql;
    this.lane = lane;
    this.next = this.ask(undefined, FIRST_ROWS);
  }

  /** The next entry, if it has been read. */
  ready(): AuditEntry | undefined {
    return this.page[this.at];
  }

  /** The next entry, read if need be; nothing at the end of the lane. */
  async load(): Promise<AuditEntry | undefined> {
    if (this.at >= this.page.length && this.next) {
      const { entries, isLast } = await this.next;
      this.page = entries;
      this.at = 0;
      const end = entries.at(-1);
      this.next = isLast || !end ? undefined : this.ask(end.seq, rowsFor(entries));
    }
    return this.page[this.at];
  }

  advance(): void {
    this.at += 1;
  }

  /**
   * A page begins with the last entry of the one before, which is left out: were there a second entry of that number, which takes a
   * dropped key, it would otherwise lie where no page looks. A full page of nothing but that number is the last one: the walk breaks
   * at its first entry, and asking from there again would never end.
   */
  // 'e.seq', not 'seq': that would be the number as it is given out, for which there is no index.
  private ask(last: number | undefined, rows: number): Promise<Page> {
    const asked = this.sql<AuditEntry[]>`
      select version, lane, seq::float8 as seq, at_us::text as "atUs", actor, action, subject, body,
        coalesce(encode(prev, 'hex'), '') as prev, encode(hash, 'hex') as hash
      from audit.events e
      where lane = ${this.lane} and seq between ${last ?? 1} and ${Number.MAX_SAFE_INTEGER}
      order by e.seq limit ${rows + 1}`.then((found) => ({
      entries: last === undefined ? found : found.slice(1),
      isLast: found.length <= rows || found.at(-1)?.seq === last,
    }));
    // Whoever takes the page hears of its failure; a reader that has stopped need not.
    asked.catch(() => {});
    return asked;
  }
}

function rowsFor(page: readonly AuditEntry[]): number {
  const bytes = page.reduce(
    (sum, { body, actor, subject }) => sum + 300 + body.length + actor.length + subject.length,
    0,
  );
  const fitting = Math.floor(PAGE_BYTES / (bytes / page.length));
  // Short pages grow step by step, so that one small page does not ask for a thousand large entries.
  return Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, fitting, page.length * 8));
}
