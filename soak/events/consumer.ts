import { setTimeout as pause } from "node:timers/promises";
import type { ChangeFeed } from "#db/change-feed.ts";
import type { Random } from "#db/testing/random.ts";
import type { EventSource } from "#lib/events/event-source.ts";
import { followEvents } from "#lib/events/follow-events.ts";

interface Consuming {
  readonly source: EventSource;
  readonly feed: ChangeFeed;
  readonly cursor: string;
  readonly random: Random;
}

export interface Consumer {
  /** Ids in the order in which they were seen. */
  readonly seen: readonly string[];
  /** How often it was ended and began again. */
  readonly lives: number;
  /** Ends it for good, once it has seen so many or nobody waits any longer. */
  finish(count: number, patience: AbortSignal): Promise<void>;
}

const LONGEST_LIFE_MS = 40;
const LONGEST_AWAY_MS = 15;

/** A consumer that keeps nothing but its cursor, and is ended every few milliseconds: between pages, within one, or while it waits. */
export function startConsumer({ source, feed, cursor: first, random }: Consuming): Consumer {
  const seen: string[] = [];
  const ended = new AbortController();
  let cursor = first;
  let lives = 0;

  const live = async () => {
    const life = AbortSignal.any([ended.signal, AbortSignal.timeout(random.integer(1, LONGEST_LIFE_MS))]);
    const pages = followEvents({ source, feed, cursor, signal: life, pageSize: random.integer(1, 8), lookAgainMs: 50 });
    for await (const page of pages) {
      if (!page.ok) throw new Error(`The consumer was refused: ${page.message}`);
      for (const { id } of page.value.events) {
        seen.push(id);
        cursor = id;
        if (random.chance(0.1)) return;
      }
    }
  };
  const living = (async () => {
    while (!ended.signal.aborted) {
      lives += 1;
      await live();
      await pause(random.integer(0, LONGEST_AWAY_MS));
    }
  })();
  // Told where it is finished; until then nobody holds it.
  living.catch(() => {});
  return {
    seen,
    get lives() {
      return lives;
    },
    async finish(count, patience) {
      while (seen.length < count && !patience.aborted) await Promise.race([pause(5), living]);
      ended.abort();
      await living;
    },
  };
}
