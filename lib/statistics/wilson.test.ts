import { expect, test } from "vitest";
import { wilsonLowerBound, wilsonUpperBound } from "./wilson.ts";

test("few tries say little: the interval is wide, and narrows as they grow", () => {
  expect(wilsonUpperBound(0, 345)).toBeCloseTo(0.011, 3);
  expect(wilsonUpperBound(5, 10)).toBeCloseTo(0.763, 2);
  expect(wilsonLowerBound(5, 10)).toBeCloseTo(0.237, 2);
});

test("where nothing was tried, anything may hold", () => {
  expect([wilsonLowerBound(0, 0), wilsonUpperBound(0, 0)]).toEqual([0, 1]);
});

test("one end is the other's mirror", () => {
  for (const [hits, tries] of [
    [0, 1],
    [3, 7],
    [40, 40],
    [12.5, 90],
  ] as const) {
    expect(wilsonLowerBound(hits, tries)).toBeCloseTo(1 - wilsonUpperBound(tries - hits, tries), 12);
  }
});
