import { expect, test } from "vitest";
import { storable } from "./storable.ts";

test("what a stranger sent is made such that jsonb can hold it, and nothing else of it changes", () => {
  const given = { "k\0": ["a\ud83d", "\u{1f600}", 1, null, true, { "\udc00": "x\0y" }], n: 1.5 };
  const kept = storable(given);
  expect(kept).toEqual({ "k\ufffd": ["a\ufffd", "\u{1f600}", 1, null, true, { "\ufffd": "x\ufffdy" }], n: 1.5 });
  expect(JSON.stringify(kept)).not.toMatch(/\\u(0000|d83d|dc00)/);
  expect(JSON.stringify(given)).toMatch(/\\u0000/);
});
