import { setTimeout as sleep } from "node:timers/promises";

/** Somebody held the row for too long, or two were in each other's way: the same again may well succeed. */
const PASSING = new Set(["55P03", "40001", "40P01"]);
const TIMES = 6;

/**
 * For what must not be lost: that a tool is no longer what was approved. Whoever locks its row, a page or another
 * dispatcher, does so for a moment, while the database lets us wait for less than that.
 */
export async function retryLocked<T>(act: () => Promise<T>, pauseMs = 100): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await act();
    } catch (error) {
      if (times >= TIMES || !PASSING.has(String((error as { code?: unknown } | null)?.code))) throw error;
      await sleep(pauseMs * times);
    }
  }
}
