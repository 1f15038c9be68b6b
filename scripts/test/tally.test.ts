import { expect, test } from "vitest";
import { renderDearest } from "./dearest.ts";
import { parseWithout } from "./parts.ts";
import { renderTally } from "./tally.ts";

test("a whole run closes with what passed and what failed", () => {
  expect(renderTally({ passed: 7, failed: 1, skipped: 0 }, false)).toBe("7 passed, 1 failed");
});

test("a partial run says how much it left out", () => {
  expect(renderTally({ passed: 7, failed: 0, skipped: 2 }, true)).toBe("7 passed, 0 failed, 2 skipped");
});

test("only known parts can be left out", () => {
  expect(parseWithout("browser,sandbox")).toEqual({ parts: new Set(["browser", "sandbox"]) });
  expect(parseWithout(undefined)).toEqual({ parts: new Set() });
  expect(parseWithout("database")).toEqual({ unknown: "database" });
});

test("the ten files that took longest are named, the longest first", () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ file: `${n}.test.ts`, seconds: (n * 5) % 12 }));
  const lines = renderDearest(files).trimEnd().split("\n");
  expect(lines.map((line) => Number.parseFloat(line))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  expect(lines[0]).toBe("   11.0 s  7.test.ts");
});
