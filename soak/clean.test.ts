import { expect, test, vi } from "vitest";
import { cleanPromise } from "./promises/clean.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

test("whatever a text holds, it leaves the cleaner dead, and most texts did hold something", async () => {
  const { violations, figures, rounds } = await cleanPromise.run(shortTrial(cleanPromise));
  expect(violations).toEqual([]);
  expect(figures.changed).toBeGreaterThan(rounds / 2);
  expect(figures.liveBefore).toBeGreaterThan(rounds / 100);
});
