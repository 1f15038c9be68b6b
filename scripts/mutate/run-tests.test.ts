import { expect, test } from "vitest";
import type { CollectedTest, Suite } from "./collected-tests.ts";
import { runTests } from "./run-tests.ts";

function scene() {
  const said: string[] = [];
  const say = (word: string) => () => void said.push(word);
  const suite = (name: string, within?: Suite): Suite => ({
    name,
    within,
    hooks: {
      beforeAll: [say(`${name} begins`)],
      beforeEach: [say(`before each of ${name}`)],
      afterEach: [say(`after each of ${name}`)],
      afterAll: [say(`${name} ends`)],
    },
  });
  const outer = suite("outer");
  const inner = suite("inner", outer);
  const one = (id: string, within: Suite, run: () => unknown = say(id)): CollectedTest => ({
    id,
    name: id,
    file: "a.test.ts",
    suite: within,
    run,
  });
  return { said, outer, inner, one };
}

test("a test stands between the hooks of all its suites, and a suite ends after its last", async () => {
  const { said, outer, inner, one } = scene();
  const outcomes = await runTests({ tests: [one("a", inner), one("b", outer)], bail: false });
  expect(outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  expect(said.slice(0, 8)).toEqual([
    "outer begins",
    "inner begins",
    "before each of outer",
    "before each of inner",
    "a",
    "after each of inner",
    "after each of outer",
    "inner ends",
  ]);
  expect(said.slice(8)).toEqual(["before each of outer", "b", "after each of outer", "outer ends"]);
});

test("the first failure ends a run that bails, and what was begun is still ended", async () => {
  const { said, inner, one } = scene();
  const fails = () => {
    throw new Error("noticed");
  };
  const tests = [one("a", inner, fails), one("b", inner)];
  const outcomes = await runTests({ tests, bail: true });
  expect(outcomes.map(({ test: { id }, failure }) => [id, failure])).toEqual([["a", "noticed"]]);
  expect(said).toEqual([
    ...["outer begins", "inner begins", "before each of outer", "before each of inner"],
    ...["after each of inner", "after each of outer", "inner ends", "outer ends"],
  ]);
  expect((await runTests({ tests, bail: false })).map(({ failure }) => failure)).toEqual(["noticed", undefined]);
});
