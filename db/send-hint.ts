import type { Sql } from "postgres";
import type { Channel } from "./change-feed.ts";

/** Between two hints of a pool. Short enough that nobody who waits notices, long enough that a burst of calls costs a few. */
const PAUSE_MS = 10;

/** What a pool has to tell now, and of each channel that it told a moment ago, whether there is more to tell when the pause is over. */
interface Telling {
  readonly due: Set<Channel>;
  readonly resting: Map<Channel, { again: boolean }>;
}

const telling = new WeakMap<Sql, Telling>();

/**
 * Tells other processes that something changed, after it is committed. Not in the transaction itself: PostgreSQL lets only
 * one transaction at a time notify and commit, and calls would wait for each other's write to disk. The first change is
 * told at once; however many follow within the pause are told by one hint after it. A hint that is lost (the process dies,
 * the connection breaks) makes a listener late, never wrong: all of them also look by themselves.
 */
export function sendHint(sql: Sql, channel: Channel): void {
  const told = telling.get(sql) ?? { due: new Set(), resting: new Map() };
  telling.set(sql, told);
  const resting = told.resting.get(channel);
  if (resting) {
    resting.again = true;
    return;
  }
  // Most changes concern two channels: what is told in the same moment is one statement.
  if (told.due.size === 0) queueMicrotask(() => tell(sql, told));
  told.due.add(channel);
}

function tell(sql: Sql, { due, resting }: Telling): void {
  const channels = [...due];
  due.clear();
  for (const channel of channels) resting.set(channel, { again: false });
  // Not waited for until it is on disk: there is nothing in it to lose, and commits that have something would wait behind it.
  sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(channel, '')
    from unnest(string_to_array(${channels.join()}, ',')) channel`.catch(() => {});
  const afterPause = () => {
    for (const channel of channels) {
      const again = resting.get(channel)?.again;
      resting.delete(channel);
      if (again) sendHint(sql, channel);
    }
  };
  // A process that is about to end does not stay for a hint.
  setTimeout(afterPause, PAUSE_MS).unref();
}
