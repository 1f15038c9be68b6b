import { expect, test } from "vitest";
import { settleAll } from "./call-all.ts";

async function settle(maxConcurrency: number): Promise<number> {
  let ran = 0;
  const act = async () => {
    ran += 1;
  };
  expect(await settleAll([act, act], maxConcurrency)).toHaveLength(2);
  return ran;
}

test.each([Number.NaN, 0, -1])("so many at once that nothing would run (%d) is an error, not success", async (most) => {
  await expect(settle(most)).rejects.toBeInstanceOf(RangeError);
});

test.each([1, 1.5, Number.POSITIVE_INFINITY])("%d at once runs every act once", async (most) => {
  expect(await settle(most)).toBe(2);
});
