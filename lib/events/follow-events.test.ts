import { describe, expect, test } from "vitest";
import { done, refuse } from "#lib/errors/outcome.ts";
import { FIRST_CURSOR } from "./event-cursor.ts";
import type { EventSource, StoredEvent } from "./event-source.ts";
import { followEvents } from "./follow-events.ts";

function stored(place: number): StoredEvent {
  return {
    txid: `${place}`,
    id: `${place}`,
    type: "tool_invocation_running",
    at: "2026-01-01T00:00:00.000000Z",
    subject: "x",
    data: {},
  };
}

/** An outbox in memory, whose answers can be broken. */
function outbox(events: StoredEvent[], fail: () => boolean = () => false): EventSource {
  return async (after, limit) => {
    if (fail()) return refuse("database_unavailable");
    return done(events.filter(({ id }) => BigInt(id) > after.id).slice(0, limit));
  };
}

/** Hints that a test gives. */
function bell() {
  const listeners = new Set<() => void>();
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    follow,
    listeners,
    ring() {
      for (const listener of listeners) listener();
    },
  };
}

async function collect(
  pages: ReturnType<typeof followEvents>,
  until: number,
  stop: AbortController,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of pages) {
    if (!page.ok) throw new Error(page.code);
    ids.push(...page.value.events.map(({ id }) => id));
    if (ids.length >= until) stop.abort();
  }
  return ids;
}

describe("a consumer", () => {
  test("gets what was there in bounded pages, and then what comes", async () => {
    const events = [1, 2, 3, 4, 5].map(stored);
    const stop = new AbortController();
    const hints = bell();
    const sizes: number[] = [];
    for await (const page of followEvents({
      source: outbox(events),
      feed: hints,
      cursor: FIRST_CURSOR,
      signal: stop.signal,
      pageSize: 2,
    })) {
      if (!page.ok) throw new Error(page.code);
      sizes.push(page.value.events.length);
      if (sizes.length === 3) {
        events.push(stored(6));
        hints.ring();
      }
      if (sizes.length === 4) stop.abort();
    }
    expect(sizes).toEqual([2, 2, 1, 1]);
  });

  test("needs no hint to find what came", async () => {
    const events = [stored(1)];
    const stop = new AbortController();
    const pages = followEvents({
      source: outbox(events),
      cursor: FIRST_CURSOR,
      signal: stop.signal,
      lookAgainMs: 30,
    });
    setTimeout(() => events.push(stored(2)), 50);
    expect(await collect(pages, 2, stop)).toEqual(["1-1", "2-2"]);
  });

  test("outlives a database that is away", async () => {
    const stop = new AbortController();
    let away = 4;
    const source = outbox([stored(1)], () => away-- > 0);
    const pages = followEvents({ source, cursor: FIRST_CURSOR, signal: stop.signal, lookAgainMs: 20 });
    expect(await collect(pages, 1, stop)).toEqual(["1-1"]);
  });

  test("that is ended while it waits stops listening at once", async () => {
    const hints = bell();
    const stop = new AbortController();
    const pages = followEvents({
      source: outbox([]),
      feed: hints,
      cursor: FIRST_CURSOR,
      signal: stop.signal,
      lookAgainMs: 60_000,
    });
    const next = pages.next();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(hints.listeners.size).toBe(1);
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(hints.listeners.size).toBe(0);
  });

  test("that leaves in the middle stops listening too", async () => {
    const hints = bell();
    const source = outbox([stored(1)]);
    for await (const _ of followEvents({
      source,
      feed: hints,
      cursor: FIRST_CURSOR,
      signal: new AbortController().signal,
    })) {
      break;
    }
    expect(hints.listeners.size).toBe(0);
  });

  test("is told of a refusal as the last thing", async () => {
    const pages = followEvents({ source: outbox([]), cursor: "x", signal: new AbortController().signal });
    expect(await pages.next()).toMatchObject({ value: { ok: false, code: "malformed_request" } });
    expect(await pages.next()).toMatchObject({ done: true });
  });
});
