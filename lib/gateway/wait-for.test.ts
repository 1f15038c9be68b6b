import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { ChangeFeed } from "#db/change-feed.ts";
import { done } from "#lib/errors/outcome.ts";
import { BETWEEN_LOOKS_MS, WAITS_OF_A_KEY, waitFor } from "./wait-for.ts";

/** Nothing ever happens. */
const silent = {
  follow: () => () => {},
  next: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {}),
} as unknown as ChangeFeed;

test("a key that waits as often as it may is answered as things stand, and no other key is", async () => {
  const gone = new AbortController();
  let looks = 0;
  const wait = (key: string) =>
    waitFor(
      async () => {
        looks += 1;
        return done("pending");
      },
      () => true,
      { feed: silent, key, waitSeconds: 600, signal: gone.signal },
    );
  const answered: string[] = [];
  const begin = (key: string) => wait(key).then(() => answered.push(key));
  const waiting = Array.from({ length: WAITS_OF_A_KEY }, () => begin("a"));
  const other = begin("b");
  const before = looks;
  expect(await wait("a")).toEqual(done("pending"));
  expect(looks, "it was looked once").toBe(before + 1);
  expect(answered, "the others wait on").toEqual([]);
  gone.abort();
  await Promise.all([...waiting, other]);
  expect(answered).toHaveLength(WAITS_OF_A_KEY + 1);
});

test("whoever leaves makes room", async () => {
  for (let round = 0; round < 2; round += 1) {
    const gone = new AbortController();
    const wait = () =>
      waitFor(
        async () => done("pending"),
        () => true,
        { feed: silent, key: "c", waitSeconds: 600, signal: gone.signal },
      );
    let answered = 0;
    const waiting = Array.from({ length: WAITS_OF_A_KEY }, () => wait().then(() => (answered += 1)));
    await wait();
    expect(answered).toBe(0);
    gone.abort();
    await Promise.all(waiting);
  }
});

test("a hint that comes while it is read is not lost: it is read again without a wait for the next", async () => {
  const listeners = new Set<() => void>();
  const feed = {
    next: () => Promise.reject(new Error("It waits for another hint.")),
    follow: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ChangeFeed;
  let ended = false;
  const read = async () => {
    const seen = ended ? "ended" : "running";
    ended = true;
    for (const listener of listeners) listener();
    return done(seen);
  };
  const wait = { feed, key: "d", waitSeconds: 600, signal: new AbortController().signal };
  expect(await waitFor(read, (state) => state === "running", wait)).toEqual(done("ended"));
  expect(listeners.size, "nobody is left to be told").toBe(0);
});

/** Hints without end: some while it is read, and one whenever somebody waits for the next. */
function hinting(whileRead: number) {
  const listeners = new Set<() => void>();
  const hint = () => {
    for (const listener of listeners) listener();
  };
  return {
    feed: {
      next: async () => hint(),
      follow: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    } as unknown as ChangeFeed,
    flood: () => {
      for (let count = 0; count < whileRead; count += 1) hint();
    },
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ["between two looks", 0],
  ["while it is read", 1_000],
])("whoever waits looks at most once in so many milliseconds, however many hints come %s", async (_when, whileRead) => {
  // The pause of one's own is drawn by lot: with the shortest of them, only what nobody goes below is left.
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { feed, flood } = hinting(whileRead);
  const looks: number[] = [];
  const read = async () => {
    looks.push(Date.now());
    flood();
    return done("pending");
  };
  const wait = { feed, key: `e${whileRead}`, waitSeconds: 0.3, signal: new AbortController().signal };
  expect(await waitFor(read, () => true, wait)).toEqual(done("pending"));
  expect(looks.length, "it does look again").toBeGreaterThan(3);
  const gaps = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
  // A timer may come up to a millisecond before the clock has turned to it.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(BETWEEN_LOOKS_MS - 1);
});
