import type postgres from "postgres";
import type { AuditEntry } from "../entry.ts";

/** What a page may hold, about: sixteen lanes with two pages each stay small even when every body is 64 KB. */
const PAGE_BYTES = 512 * 1024;
const MOST_ROWS = 1_000;
const FEWEST_ROWS = 8;

/** Reads one lane by pages, asking for the next page while the one before is being walked. */
export class LaneCursor {
  readonly lane: number;
  /** How many entries were handed out, and the number of the last. */
  given = 0;
  last = 0;
  private readonly sql: postgres.ISql;
  private page: readonly AuditEntry[] = [];
  private at = 0;
  private next: Promise<readonly AuditEntry[]> | undefined;
  private ended = false;

  constructor(sql: postgres.ISql, lane: number) {
    this.sql = sql;
    this.lane = lane;
  }

  /** The next entry, if it has been read. */
  ready(): AuditEntry | undefined {
    return this.page[this.at];
  }

  /** The next entry, read if need be; nothing at the end of the lane. */
  async load(): Promise<AuditEntry | undefined> {
    if (this.at < this.page.length) return this.page[this.at];
    if (this.ended) return undefined;
    this.page = await (this.next ?? this.ask(Number.MIN_SAFE_INTEGER, FEWEST_ROWS));
    this.at = 0;
    const end = this.page.at(-1);
    this.ended = end === undefined;
    this.next = end ? this.ask(end.seq, rowsFor(this.page)) : undefined;
    return this.page[0];
  }

  advance(): void {
    this.last = this.page[this.at]?.seq ?? this.last;
    this.at += 1;
    this.given += 1;
  }

  private ask(after: number, rows: number): Promise<readonly AuditEntry[]> {
    const asked = this.sql<AuditEntry[]>`
      select version, lane, seq::float8 as seq, at_us::text as "atUs", actor, action, subject, body,
        encode(prev, 'hex') as prev, encode(hash, 'hex') as hash
      from audit.events where lane = ${this.lane} and seq > ${after} order by seq limit ${rows}`.execute();
    // Whoever takes the page hears of its failure; nobody may take it any more.
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
