import { expect, test } from "vitest";
import { events } from "./promises/events.ts";

test("a consumer that was away misses nothing, where one that reads by number does", async () => {
  const { violations, figures } = await events.run({ rounds: events.rounds.short, seed: 7, say: () => {} });
  expect(violations).toEqual([]);
  expect(figures.connectionsLost).toBeGreaterThan(3);
  expect(figures.lives).toBeGreaterThan(8);
  // Control: the same events, the same moments, another order of reading.
  expect(figures.missedByNumber).toBeGreaterThanOrEqual(events.rounds.short);
});
