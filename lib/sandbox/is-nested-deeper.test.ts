import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNestedDeeper } from "./is-nested-deeper.ts";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("isNestedDeeper", () => {
  test("says of any JSON exactly what walking its value says", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(9), (value, levels) => {
        const json = Buffer.from(JSON.stringify(value));
        expect(isNestedDeeper(json, levels)).toBe(depthOf(JSON.parse(json.toString())) > levels);
      }),
    );
  });

  test.each(['"[[["', '"\\"[[["', '"\\\\"', '{"[[[":"{{{"}', '["é[","\\u005b[["]'])(
    "brackets in strings are text: %s",
    (json) => {
      expect(isNestedDeeper(Buffer.from(json), 1)).toBe(false);
      expect(isNestedDeeper(Buffer.from(`[[${json}]]`), 1)).toBe(true);
    },
  );
});
