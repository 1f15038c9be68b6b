import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paced } from "./paced.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

it("acts at once, then once a pause however often it is told", async () => {
  const act = vi.fn(() => undefined);
  const { tell } = paced(act, 500);
  tell();
  await settle();
  expect(act).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 100; n += 1) tell();
  await settle(499);
  expect(act).toHaveBeenCalledTimes(1);
  await settle(1);
  expect(act).toHaveBeenCalledTimes(2);
  await settle(10_000);
  expect(act).toHaveBeenCalledTimes(2);
});

it("does not cut a slow reading short, and reads again when it ends for what was told meanwhile", async () => {
  const ends: (() => void)[] = [];
  const act = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const { tell } = paced(act, 500);
  tell();
  await settle(5_000);
  tell();
  tell();
  await settle(5_000);
  expect(act).toHaveBeenCalledTimes(1);
  ends.shift()?.();
  await settle();
  expect(act).toHaveBeenCalledTimes(2);
});

it("does nothing more once it is stopped", async () => {
  const act = vi.fn(() => undefined);
  const { tell, stop } = paced(act, 500);
  tell();
  stop();
  tell();
  await settle(1_000);
  expect(act).not.toHaveBeenCalled();
});
