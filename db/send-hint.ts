import type { Sql } from "postgres";
import type { Channel } from "./change-feed.ts";

/** Between two hints of a pool. Short enough that nobody who waits notices, long enough that a burst of calls costs a few. */
const PAUSE_MS = 25;

/** What a pool told last, and whether there is more to tell when the pause is over. */
interface Telling {
  again: boolean;
}

const telling = new WeakMap<Sql, Map<Channel, Telling>>();

/**
 * Tells other processes that something changed, after it is committed. Not in the transaction itself: PostgreSQL lets only
 * one transaction at a time notify and commit, and calls would wait for each other's write to disk. The first change is
 * told at once; however many follow within the pause are told by one hint after it. A hint that is lost (the process dies,
 * the connection breaks) makes a listener late, never wrong: all of them also look by themselves.
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
  sql`select pg_notify(${channel}, '')`.catch(() => {});
  const afterPause = () => {
    channels.delete(channel);
    if (now.again) sendHint(sql, channel);
  };
  // A process that is about to end does not stay for a hint.
  setTimeout(afterPause, PAUSE_MS).unref();
}
