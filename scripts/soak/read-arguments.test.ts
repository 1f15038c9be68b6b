import { expect, test } from "vitest";
import { PROMISES } from "#soak/promises/index.ts";
import { readArguments } from "./read-arguments.ts";

test("without a name every promise is tried, from a seed that is drawn", () => {
  const asked = readArguments([], PROMISES, {});
  expect(asked).toMatchObject({ isFull: true, json: false, promises: PROMISES });
  expect(Number.isInteger(asked.seed)).toBe(true);
});

test("names choose, and a chosen set is never a full result", () => {
  const asked = readArguments(["two-people", "--seed", "7", "--json"], PROMISES, {});
  expect(asked).toMatchObject({ isFull: false, seed: 7, json: true });
  expect(asked.promises.map(({ name }) => name)).toEqual(["two-people"]);
});

test("what cannot be read is said", () => {
  expect(() => readArguments(["three-people"], PROMISES, {})).toThrow("no promise 'three-people'");
  for (const seed of ["x", "-1", "1.5", "99999999999"]) {
    expect(() => readArguments([`--seed=${seed}`], PROMISES, {})).toThrow("A seed is a whole number");
  }
});

test("flags that npm took for its own settings still count", () => {
  const asked = readArguments(["two-people", "5"], PROMISES, { npm_config_seed: "true", npm_config_json: "true" });
  expect(asked).toMatchObject({ isFull: false, seed: 5, json: true });
  expect(readArguments([], PROMISES, { npm_config_seed: "6" })).toMatchObject({ isFull: true, seed: 6 });
  expect(() => readArguments(["5"], PROMISES, {})).toThrow("no promise '5'");
});
