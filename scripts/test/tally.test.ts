import { expect, test } from "vitest";
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
