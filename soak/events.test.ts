import { expect, test, vi } from "vitest";
import { events } from "./promises/events.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

test("a consumer that was away misses nothing, where one that reads by number does", async () => {
  const { violations, figures } = await events.run(shortTrial(events, 7));
  expect(violations).toEqual([]);
  expect(figures.connectionsLost).toBeGreaterThan(3);
  expect(figures.lives).toBeGreaterThan(8);
  // Control: the same events, the same moments, another order of reading.
  expect(figures.missedByNumber).toBeGreaterThanOrEqual(events.rounds.short);
});
