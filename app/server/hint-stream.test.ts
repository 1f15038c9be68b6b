import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hintStream } from "./hint-stream.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function feed() {
  const listeners = new Set<() => void>();
  return {
    listeners,
    tell: () => {
      for (const listener of listeners) listener();
    },
    follow: async (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function textOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return new TextDecoder().decode(value);
}

describe("hintStream", () => {
  it("says that it is ready, tells the first change at once, and gathers the many after it into one hint", async () => {
    const { follow, tell } = feed();
    const reader = hintStream(follow, new AbortController().signal).getReader();
    expect(await textOf(reader)).toContain("event: ready");
    for (let change = 0; change < 100; change++) tell();
    expect(await textOf(reader)).toContain("event: changed");
    await vi.advanceTimersByTimeAsync(300);
    expect(await textOf(reader)).toContain("event: changed");
    await vi.advanceTimersByTimeAsync(1000);
    const next = reader.read();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(new TextDecoder().decode((await next).value)).toBe(": alive\n\n");
  });

  it("leaves no timer and no listener behind when the reader goes, and writes nothing more", async () => {
    const { follow, tell, listeners } = feed();
    const reader = hintStream(follow, new AbortController().signal).getReader();
    await textOf(reader);
    tell();
    await reader.cancel();
    expect(listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("cleans up after a reader who goes before the listening has begun", async () => {
    const { follow, listeners } = feed();
    const slow = async (listener: () => void) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return follow(listener);
    };
    const leaving = new AbortController();
    const stream = hintStream(slow, leaving.signal);
    const reader = stream.getReader();
    leaving.abort();
    void reader.cancel().catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    expect(listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends after its life, so that the session is proved again", async () => {
    const { follow, listeners } = feed();
    const reader = hintStream(follow, new AbortController().signal).getReader();
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    while (!(await reader.read()).done);
    expect(listeners.size).toBe(0);
  });
});
