import { expect, test } from "vitest";
import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { scoreHistory } from "./score-history.ts";
import { day, START, tally } from "./trust.fixture.ts";

const BARE: TrustSection = { strategy: "weighted" };
const history = {
  ceiling: null,
  since: START,
  incidents: [],
  tallies: [tally({ on: 0, completed: 100, difficulty: 4 })],
};
const lineOf = (known: typeof history | Parameters<typeof scoreHistory>[1], resetAt: number | null) =>
  scoreHistory(BARE, known, [{ category: "all", resetAt }], { days: 5, now: day(4) }).lines[0]?.scores.map(
    (score) => score > 0,
  );

test("the line of a score ends where the agent stands: what came before a step down counts no more after it, and still did before", () => {
  expect(lineOf(history, null)).toEqual([true, true, true, true, true]);
  expect(lineOf(history, day(2) + 1)).toEqual([true, true, true, false, false]);
});

test("nothing is worth anything within thirty days of a critical incident", () => {
  const incidents = [{ category: "all", severity: "critical", at: day(3) } as const];
  expect(lineOf({ ...history, incidents }, null)).toEqual([true, true, true, false, false]);
});
