import { expect, test } from "vitest";
import { interleave } from "./interleave.ts";

test("every round has all arms, forwards and backwards by turns", async () => {
  const order: string[] = [];
  const arm = (name: string) => async () => order.push(name);
  const samples = await interleave({ a: arm("a"), b: arm("b"), c: arm("c") }, 3, new AbortController().signal);
  expect(order.join("")).toBe("abccbaabc");
  expect(samples).toEqual({ a: [1, 6, 7], b: [2, 5, 8], c: [3, 4, 9] });
});

test("who asks to stop does not wait for the last round", async () => {
  const stop = new AbortController();
  let turns = 0;
  const arm = async () => {
    turns += 1;
    if (turns === 2) stop.abort(new Error("Stopped."));
  };
  await expect(interleave({ a: arm, b: arm }, 100, stop.signal)).rejects.toThrow("Stopped.");
  expect(turns).toBe(2);
});
