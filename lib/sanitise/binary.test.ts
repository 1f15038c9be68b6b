import { expect, test } from "vitest";
import { isBinary } from "./binary.ts";

test("data is told from text by its noise", () => {
  expect(isBinary(`PK\x03\x04${"\x00\x01\x02".repeat(40)}`)).toBe(true);
  expect(isBinary("\x01\x02\x03abc\x00\x00\x00\x05".repeat(20))).toBe(true);
  expect(isBinary("plain words and nothing else, for some forty characters")).toBe(false);
});

test("text with one control between its letters is text, whatever the control", () => {
  for (const control of ["\x00", "\x0e\x0f", "\x01"])
    expect(isBinary([..."words that somebody has cut letter by letter"].join(control))).toBe(false);
});

test("text with long runs of nothing between its pieces is data", () => {
  expect(isBinary(`name${"\x00".repeat(96)}0000644${"\x00".repeat(20)}`)).toBe(true);
});
