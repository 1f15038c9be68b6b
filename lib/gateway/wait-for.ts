import { setTimeout as pause } from "node:timers/promises";
import type { ChangeFeed } from "#db/change-feed.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { PlaceCount } from "./place-count.ts";

export interface Waiter {
  readonly feed: ChangeFeed;
  readonly key: string;
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}

/** A lost hint must not hold an agent for its whole wait. */
const LOOK_AGAIN_MS = 2_000;

/**
 * A hint names no call, so each wakes every agent that waits. They look after a pause of their own, the longer the more of them there are: a
 * burst of hints is one look, a thousand who wait do not all look at once, and one who waits alone is told soon. However many hints come, nobody
 * looks more often than this.
 */
const PAUSE_EACH_MS = 4;
const PAUSE_MAX_MS = 100;
export const BETWEEN_LOOKS_MS = 10;

/** One who waits costs many looks and paid for one request: a key that waits too often is answered as things stand. */
export const WAITS_OF_A_KEY = 256;
const WAITS_OF_ALL = 4_096;
const waits = new PlaceCount(WAITS_OF_A_KEY, WAITS_OF_ALL);

/** Reads until it no longer goes on or the time is up, and gives how it stands either way. */
export async function waitFor<T>(
  read: () => Promise<Outcome<T>>,
  goesOn: (value: T) => boolean,
  { feed, key, waitSeconds, signal }: Waiter,
): Promise<Outcome<T>> {
  const place = waitSeconds > 0 ? waits.take(key) : undefined;
  const deadline = place ? Date.now() + waitSeconds * 1_000 : 0;
  // A hint may come while it is read, about what was not to be read yet.
  let hints = 0;
  const unfollow = feed.follow(() => {
    hints += 1;
  });
  try {
    for (;;) {
      const before = hints;
      const lookedAt = Date.now();
      const view = await read();
      const left = deadline - Date.now();
      if (!view.ok || !goesOn(view.value) || left <= 0 || signal.aborted) return view;
      if (hints === before) await feed.next(Math.min(left, LOOK_AGAIN_MS), signal);
      // The one who asked may be gone by now: the pause then ends at once, and so does the loop.
      const most = Math.min(PAUSE_MAX_MS, waits.taken * PAUSE_EACH_MS);
      const least = BETWEEN_LOOKS_MS - (Date.now() - lookedAt);
      await pause(Math.max(least, Math.random() * most), undefined, { signal }).catch(() => {});
    }
  } finally {
    unfollow();
    place?.leave();
  }
}
