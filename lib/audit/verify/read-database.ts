/**
 * The log out of the database, merged with its checkpoints, in memory that does not grow with the log. Everything is read in one snapshot
 * (the caller's transaction), so that a running system gives no false alarm; by pages, so that no statement meets the auditor's timeout.
 */
import type postgres from "postgres";
import { readUnsignedCheckpoint } from "../checkpoint/checkpoint.ts";
import type { AuditEntry } from "../entry.ts";
import { LANES, type LaneHead } from "../lane-head.ts";
import { LaneCursor } from "./lane-cursor.ts";
import type { LogRecord } from "./log-record.ts";
import { readStrays } from "./read-strays.ts";
import { readTableFaults } from "./read-table-faults.ts";

/**
 * A snapshot for one reader, who sees with PostgreSQL's own operators and functions: whoever owns the database can put others before
 * them, for one login alone, and a row that every page shows would be none to this reader. What `read` gives must not be older than the checkpoints it compares with: name the newest of those
 * before calling this, or one that was signed meanwhile looks like entries that are gone.
 */
export async function inSnapshot<T>(sql: postgres.Sql, read: (snapshot: postgres.ISql) => Promise<T>): Promise<T> {
  const { value } = await sql.begin("isolation level repeatable read read only", async (snapshot) => {
    await snapshot`set local search_path = pg_catalog, pg_temp`;
    return { value: await read(snapshot) };
  });
  return value;
}

export async function* readDatabase(
  snapshot: postgres.ISql,
  checkpoints: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<LogRecord> {
  const faults = await readTableFaults(snapshot);
  yield* faults;
  if (faults.length > 0) return;
  const cursors = Array.from({ length: LANES }, (_, lane) => new LaneCursor(snapshot, lane));
  for await (const note of checkpoints) {
    for (const { lane, seq } of readUnsignedCheckpoint(note)?.heads ?? []) {
      const cursor = cursors[lane];
      if (cursor) yield* entriesUpTo(cursor, seq);
    }
    yield { type: "checkpoint", note };
  }
  for (const cursor of cursors) yield* entriesUpTo(cursor, Number.POSITIVE_INFINITY);
  yield* await readStrays(snapshot);
  yield { type: "heads", heads: await readLaneHeads(snapshot) };
}

async function* entriesUpTo(cursor: LaneCursor, seq: number): AsyncGenerator<LogRecord> {
  for (;;) {
    // Most entries are at hand already: waiting for each would cost more than hashing it.
    const entry: AuditEntry | undefined = cursor.ready() ?? (await cursor.load());
    if (!entry || entry.seq > seq) return;
    cursor.advance();
    yield { type: "entry", entry };
  }
}

/** Also for a checkpointer, which has no snapshot: so each name is one that nobody else's can stand before. */
export async function readLaneHeads(sql: postgres.ISql): Promise<LaneHead[]> {
  const rows = await sql<LaneHead[]>`
    select lane, seq::double precision as seq, pg_catalog.encode(hash, 'hex') as hash from audit.lanes order by lane`;
  return rows.map(({ lane, seq, hash }) => ({ lane, seq, hash }));
}
