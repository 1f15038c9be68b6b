import { expect, test } from "vitest";
import { scoreOf } from "./scorecard.ts";

const row = (group: string, isHeld: boolean, isHostile = true) => ({ family: "override", group, isHostile, isHeld });

test("copies of one sentence count once", () => {
  const copies = Array.from({ length: 9 }, () => row("a", true));
  expect(scoreOf([...copies, row("b", false)]).families).toEqual([
    { family: "override", rows: 10, groups: 2, recall: 0.5 },
  ]);
});

test("a rate of no alarms has an upper bound that shrinks with the number of rows", () => {
  const quiet = Array.from({ length: 345 }, (_, i) => row(String(i), false, false));
  expect(scoreOf(quiet).honest).toMatchObject({ rows: 345, alarms: 0, rate: 0 });
  expect(scoreOf(quiet).honest.rateUpper).toBeCloseTo(0.011, 3);
});

test("each honest family has a rate of its own, for easy rows would hide hard ones", () => {
  const rows = [
    ...Array.from({ length: 99 }, (_, i) => ({ ...row(`a${i}`, false, false), family: "easy" })),
    { ...row("b", true, false), family: "hard" },
  ];
  const { honest, honestFamilies } = scoreOf(rows);
  expect(honest.rate).toBe(0.01);
  expect(honestFamilies.map(({ family, rate }) => [family, rate])).toEqual([
    ["easy", 0],
    ["hard", 1],
  ]);
});
