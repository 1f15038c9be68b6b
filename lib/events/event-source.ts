import type { Sql } from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { EventCursor } from "./event-cursor.ts";

/** An event as the outbox keeps it; `txid` and `id` are its place. */
export interface StoredEvent {
  readonly txid: string;
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly subject: string;
  readonly data: unknown;
}

const AHEAD = "This event's id lies ahead of this database.";

/** Events after a place, oldest first, and only those before which nothing can appear any more. */
export type EventSource = (after: EventCursor, limit: number) => Promise<Outcome<readonly StoredEvent[]>>;

/**
 * Everybody's events, for a login that may read the outbox (web, auditor).
 *
 * Numbers are given when a row is written, but rows appear when their transaction commits: who reads "id above the last"
 * passes over a row that was numbered early and committed late. So the order is that of transactions, and nothing is read
 * at or above the oldest transaction that is still open in the cluster (`pg_snapshot_xmin`): below it all is decided.
 *
 * The price: one open transaction that has written, of any login and in any database of the cluster, holds back every
 * event after it until it ends. Events are then late, never lost; `idle_in_transaction_session_timeout` and
 * `statement_timeout` of the run-time logins keep that to seconds. A prepared transaction would hold them for ever, which
 * is why `max_prepared_transactions` stays 0.
 */
export function eventsOfAll(sql: Sql): EventSource {
  return async ({ txid, id }, limit) => {
    const read = await attempt(
      () => sql<{ ahead: boolean; events: StoredEvent[] }[]>`
        select ${`${txid}`}::text::xid8 >= pg_snapshot_xmin(pg_current_snapshot()) as ahead, coalesce((
          select jsonb_agg(jsonb_build_object('txid', e.txid::text, 'id', e.id::text, 'type', e.type,
            'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'subject', e.subject, 'data', e.data)
            order by e.txid, e.id)
          from (
            select * from agents.events o
            where (o.txid, o.id) > (${`${txid}`}::text::xid8, ${`${id}`}::text::bigint)
              and o.txid < pg_snapshot_xmin(pg_current_snapshot())
            order by o.txid, o.id limit ${limit}
          ) e), '[]') as events`,
    );
    if (!read.ok) return read;
    const [page] = read.value;
    // We give out no place at or above the oldest open transaction, and that one only grows: such a cursor is forged, or
    // from before a restore. To say nothing for ever would be the worse answer.
    if (page?.ahead) return refuse("malformed_request", AHEAD);
    return done(page?.events ?? []);
  };
}

/** One agent's own events, for the login that agents come through: the key says whose. */
export function eventsOfAgent(sql: Sql, key: string): EventSource {
  return async ({ txid, id }, limit) => {
    const read = await attempt(
      () => sql<{ events: StoredEvent[] }[]>`
        select agents.fn_events_after(${key}, ${`${txid}`}, ${`${id}`}::text::bigint, ${limit}) as events`,
    );
    if (read.ok) return done(read.value[0]?.events ?? []);
    // The function's word for a cursor that lies ahead; it is the request that is wrong here, not a tool's input.
    return read.code === "invalid_input" ? refuse("malformed_request", AHEAD) : read;
  };
}
