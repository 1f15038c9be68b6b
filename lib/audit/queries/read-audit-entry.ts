import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { AuditEntry } from "#lib/audit/entry.ts";

export interface AuditEntryDetail extends AuditEntry {
  readonly at: string;
  readonly actorName: string | null;
  /** The hash that the entry after it names as its predecessor, or the lane's head; equal to `hash` in a whole chain. */
  readonly namedAfter: string | null;
  /** Nothing follows it in its lane yet. */
  readonly isLast: boolean;
}

export async function readAuditEntry(
  sql: postgres.Sql,
  lane: number,
  seq: number,
): Promise<AuditEntryDetail | undefined> {
  const rows = plainRows(
    await sql<AuditEntryDetail[]>`
    select
      e.version, e.lane, e.seq::float8 as seq, e.at_us::text as "atUs", e.actor, e.action, e.subject, e.body,
      encode(e.prev, 'hex') as prev, encode(e.hash, 'hex') as hash, to_timestamp(e.at_us / 1000000.0) as at,
      coalesce(p.name, g.name, w.name) as "actorName",
      encode(coalesce(
        (select n.prev from audit.events n where n.lane = e.lane and n.seq = e.seq + 1),
        (select l.hash from audit.lanes l where l.lane = e.lane and l.seq = e.seq)
      ), 'hex') as "namedAfter",
      not exists (select from audit.events n where n.lane = e.lane and n.seq = e.seq + 1) as "isLast"
    from audit.events e
    left join agents.people p on e.actor = 'person:' || p.id
    left join agents.agents g on e.actor = 'agent:' || g.id
    left join agents.workers w on e.actor = 'worker:' || w.id
    where e.lane = ${lane} and e.seq = ${seq}`,
  );
  return rows[0];
}
