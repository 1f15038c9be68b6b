import { expect, test } from "vitest";
import { Demand } from "./demand.ts";

const BOUNDS = { perPlan: 8, idleMs: 60_000 };

function askedAt(times: readonly number[]): Demand {
  const demand = new Demand();
  for (const at of times) demand.note(at);
  return demand;
}

test("nobody asked: nothing is made", () => {
  expect(new Demand().wanted(0, 100, BOUNDS)).toBe(0);
});

test("after one call one stands ready, until the plan has not been asked for too long", () => {
  const demand = askedAt([1_000]);
  expect(demand.wanted(1_001, 100, BOUNDS)).toBe(1);
  expect(demand.wanted(61_000, 100, BOUNDS)).toBe(1);
  expect(demand.wanted(61_001, 100, BOUNDS)).toBe(0);
});

test("it grows with the rate and with the time that making takes, up to its bound", () => {
  const often = askedAt(Array.from({ length: 100 }, (_, index) => index * 20));
  expect(often.wanted(2_000, 20, BOUNDS)).toBe(2);
  expect(often.wanted(2_000, 60, BOUNDS)).toBe(6);
  expect(often.wanted(2_000, 10_000, BOUNDS)).toBe(8);
});

test("a burst that is over is forgotten", () => {
  const burst = askedAt(Array.from({ length: 200 }, (_, index) => index));
  expect(burst.wanted(200, 100, BOUNDS)).toBe(8);
  expect(burst.wanted(6_000, 100, BOUNDS)).toBe(1);
});
