import type { Sql } from "postgres";
import type { Channel } from "./change-feed.ts";

/** What a pool of connections is telling at this moment, and whether there is more to tell after it. */
interface Telling {
  again: boolean;
}

const telling = new WeakMap<Sql, Map<Channel, Telling>>();

/**
 * Tells other processes that something changed, after it is committed. Not in the transaction itself: PostgreSQL lets only
 * one transaction at a time notify and commit, and calls would wait for each other's write to disk. However many changes
 * there are, a pool has one hint under way and at most one waiting. A hint that is lost (the process dies, the connection
 * breaks) makes a listener late, never wrong: all of them also look by themselves.
 */
export function sendHint(sql: Sql, channel: Channel): void {
  const channels = telling.get(sql) ?? new Map<Channel, Telling>();
  telling.set(sql, channels);
  const present = channels.get(channel);
  if (present) {
    present.again = true;
    return;
  }
  const now: Telling = { again: false };
  channels.set(channel, now);
  sql`select pg_notify(${channel}, '')`
    .catch(() => {})
    .finally(() => {
      channels.delete(channel);
      if (now.again) sendHint(sql, channel);
    });
}
