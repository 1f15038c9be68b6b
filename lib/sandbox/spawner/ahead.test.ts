import { expect, test } from "vitest";
import { Ahead } from "./ahead.ts";

function counted(most: number, refuseFrom = Number.POSITIVE_INFINITY) {
  let made = 0;
  const ahead = new Ahead(() => {
    if (made >= refuseFrom) throw new Error("Nothing is left.");
    return made++;
  }, most);
  return { ahead, made: () => made };
}

test("nothing is made before it is asked for or there is time", () => {
  const { ahead, made } = counted(3);
  expect(made()).toBe(0);
  expect(ahead.take()).toBe(0);
});

test("none is handed out twice, whether it was made ahead or not", () => {
  const { ahead } = counted(2);
  const taken: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    ahead.refill();
    for (let launch = 0; launch < 3; launch += 1) taken.push(ahead.take());
  }
  taken.push(...ahead.drain());
  expect(new Set(taken).size).toBe(taken.length);
});

test("no more wait than there may, however often there is time", () => {
  const { ahead, made } = counted(2);
  for (let round = 0; round < 5; round += 1) ahead.refill();
  expect(made()).toBe(2);
  expect(ahead.drain()).toEqual([0, 1]);
  expect(ahead.drain()).toEqual([]);
});

test("what cannot be made ahead is told to whoever asks for it", () => {
  const { ahead } = counted(2, 1);
  ahead.refill();
  expect(ahead.take()).toBe(0);
  expect(() => ahead.take()).toThrow("Nothing is left.");
});
