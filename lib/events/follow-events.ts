import { setTimeout as pause } from "node:timers/promises";
import type { ChangeFeed } from "#db/change-feed.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { EventSource } from "./event-source.ts";
import { type EventPage, readEventsAfter } from "./read-events.ts";

interface Following {
  readonly source: EventSource;
  /** Hints that something happened. Without them, or when one is lost, the next look finds it. */
  readonly feed?: Pick<ChangeFeed, "follow">;
  readonly cursor: string;
  readonly signal: AbortSignal;
  /** The most events in one page: a consumer that was away for a week is fed by the spoon. */
  readonly pageSize?: number;
  readonly lookAgainMs?: number;
}

const PAGE_SIZE = 200;
const LOOK_AGAIN_MS = 2_000;
const FIRST_LOOK_MS = 25;

/**
 * Pages of events from a cursor on, for ever, none of them empty. Whoever keeps the cursor of the last page they dealt
 * with and begins there again has missed nothing and gets nothing twice. A database that is away is waited for; any other
 * refusal (a bad cursor, a revoked key) is handed over as the last thing.
 */
export async function* followEvents(following: Following): AsyncGenerator<Outcome<EventPage>, void, void> {
  const { source, feed, signal, pageSize = PAGE_SIZE, lookAgainMs = LOOK_AGAIN_MS } = following;
  const bell = hangBell(feed, signal);
  let { cursor } = following;
  let waitMs = FIRST_LOOK_MS;
  try {
    while (!signal.aborted) {
      const page = await readEventsAfter(source, cursor, pageSize);
      if (!page.ok && page.code !== "database_unavailable") {
        yield page;
        return;
      }
      if (page.ok && page.value.events.length > 0) {
        cursor = page.value.cursor;
        waitMs = FIRST_LOOK_MS;
        yield page;
        if (page.value.more) continue;
      }
      // A hint that led to nothing is usually an event whose turn has not come, because an older transaction is still
      // open: no second hint will come for it, so we look again soon, and then less and less often.
      const rang = await bell.wait(waitMs);
      waitMs = rang ? FIRST_LOOK_MS : Math.min(waitMs * 2, lookAgainMs);
    }
  } finally {
    bell.takeDown();
  }
}

/** Remembers a hint that comes while nobody waits: between reading and waiting there is always a moment. */
function hangBell(feed: Following["feed"], signal: AbortSignal) {
  let rang = false;
  let wake: AbortController | undefined;
  const unfollow = feed?.follow(() => {
    rang = true;
    wake?.abort();
  });
  return {
    /** Whether it rang since the last wait; comes back early when it does, or when the signal aborts. */
    async wait(ms: number): Promise<boolean> {
      wake = new AbortController();
      if (!rang) await pause(ms, undefined, { signal: AbortSignal.any([wake.signal, signal]) }).catch(() => {});
      const heard = rang;
      rang = false;
      return heard;
    },
    takeDown: () => unfollow?.(),
  };
}
