import { expect, test } from "vitest";
import { median, medianInterval, percentile } from "./statistics.ts";

test("the median is the middle, and one wild round does not move it", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([10, 11, 12, 13, 100_000])).toBe(12);
  expect(() => median([])).toThrow("nothing");
});

test("a percentile is a value that was measured", () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
  expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([50, 99, 100]);
  expect(percentile([7], 0.99)).toBe(7);
});

test("the interval of the median leaves out the ends only once there are rounds enough for 95 %", () => {
  expect(medianInterval([1, 2, 3, 4, 5, 6, 7])).toEqual({ low: 1, high: 7 });
  expect(medianInterval([9, 8, 7, 6, 5, 4, 3, 2, 1])).toEqual({ low: 2, high: 8 });
  expect(medianInterval([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toEqual({ low: 3, high: 10 });
});
