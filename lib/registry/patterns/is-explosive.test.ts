import { describe, expect, test } from "vitest";
import { isExplosive } from "./is-explosive.ts";

describe("a pattern that can be tried in ever more ways", () => {
  test.each([
    "^(a+)+$",
    "^(a*)*$",
    "(?:a+)+b",
    "^(\\w+\\s?)*$",
    "(a|a)*c",
    "(a|aa)+$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$",
    "(.*,)*x",
    "([\\/\\w .-]*)*\\/?$",
    "(x+x+)+y",
    "^(a{1,20}){1,20}$",
    "(\\d+|\\d{2})*",
    "(?:\\p{L}+[\\p{L}\\s])*!",
  ])("is found: %s", (pattern) => {
    expect(isExplosive(pattern)).toBe(true);
  });

  test.each([
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^[\\w.-]+@([\\w-]+\\.)+[\\w-]{2,4}$",
    "^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$",
    "^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$",
    "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?Z$",
    "^([^/]+/)*[^/]+$",
    "^(\\p{L}+\\s)*\\p{L}+$",
    "^https?://.*$",
    ".*foo.*bar.*",
    "^[A-Za-z0-9_-]{1,64}$",
    "^(a|ab)*$",
    "",
  ])("is not seen in an honest one: %s", (pattern) => {
    expect(isExplosive(pattern)).toBe(false);
  });

  test.each([
    ["in which everything may be left out", `(${"[a-z]?".repeat(39)})*`, true],
    [
      "of many loops of that kind",
      `(?:${[..."abcdefghijklmnop"].map((letter) => `${letter}?`).join("")}!)*`.repeat(10),
      false,
    ],
    ["of long loops", `(?:${"\\w".repeat(39)}!)*`.repeat(6), false],
  ])("costs little to be looked at, whatever it is made of: one %s", (_name, pattern, found) => {
    // As many as one schema may have. Such a one took a process from everybody for minutes, which is more than a test is given.
    for (let times = 0; times < 64; times += 1) expect(isExplosive(pattern)).toBe(found);
  });

  test("counts as found when it is too large or strange to judge", () => {
    expect(isExplosive(`(${"ab?".repeat(60)})*`)).toBe(true);
    expect(isExplosive("(".repeat(200) + ")".repeat(200))).toBe(true);
    expect(isExplosive("(?=a)")).toBe(true);
  });
});
