import { expect, it } from "vitest";
import { previewWords } from "./preview-words.ts";

const seen = {
  days: 30,
  looked: 900,
  matched: 412,
  released: 400,
  rejected: 3,
  expired: 9,
  sampleRejected: [],
  sampleReleased: [],
  differs: null,
};

it("says how many past calls a rule would have released, and that people rejected some of them", () => {
  expect(previewWords("approve", seen)).toBe(
    "In 30 days it would have released 412 past calls, 3 of which people rejected, changed or took back.",
  );
  expect(previewWords("approve", { ...seen, matched: 1, rejected: 0 })).toBe(
    "In 30 days it would have released 1 past call, none of which people rejected, changed or took back.",
  );
});

it("says of a denial how many calls it would have refused that were approved", () => {
  expect(previewWords("deny", seen)).toBe(
    "In 30 days it would have refused 412 past calls, 400 of which were approved.",
  );
});

it("does not claim anything where there was nothing to try it on", () => {
  expect(previewWords("approve", { ...seen, looked: 0, matched: 0 })).toContain("No other call");
  expect(previewWords("approve", { ...seen, matched: 0 })).toContain("none of 900 past calls");
});
