import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { isSameJson } from "./same-json.ts";

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom(0, -0, 1, "", "a", null, true, false),
    fc.dictionary(fc.constantFrom("a", "b", "__proto__", "constructor"), tie("json"), { maxKeys: 3 }),
    fc.array(tie("json"), { maxLength: 3 }),
  ),
}));

test("two values are the same when their canonical texts are", () => {
  let same = 0;
  fc.assert(
    fc.property(json, json, (left, right) => {
      const equal = canonicalJson(left) === canonicalJson(right);
      if (equal) same += 1;
      expect(isSameJson(left, right)).toBe(equal);
      expect(isSameJson(left, structuredClone(left))).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(same).toBeGreaterThan(10);
});

test("absent is only like absent", () => {
  expect(isSameJson(undefined, undefined)).toBe(true);
  expect(isSameJson(undefined, null)).toBe(false);
});
