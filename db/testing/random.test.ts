import { expect, test } from "vitest";
import { randomOf } from "./random.ts";

const draws = (seed: number, ...place: number[]) => {
  const random = randomOf(seed, ...place);
  return Array.from({ length: 50 }, () => random.integer(0, 1_000_000));
};

test("the same seed and place make the same choices, any other place makes others", () => {
  expect(draws(7, 3)).toEqual(draws(7, 3));
  for (const other of [draws(8, 3), draws(7, 4), draws(7), draws(7, 3, 0)]) expect(other).not.toEqual(draws(7, 3));
});

test("whole numbers reach both ends and stay between them, evenly", () => {
  const random = randomOf(1);
  const counts = new Map<number, number>();
  for (let drawn = 0; drawn < 6_000; drawn += 1) {
    const value = random.integer(2, 7);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([2, 3, 4, 5, 6, 7]);
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(200);
});

test("shuffling keeps every item", () => {
  expect(randomOf(5).shuffle([1, 2, 3, 4, 5, 6]).sort()).toEqual([1, 2, 3, 4, 5, 6]);
});
