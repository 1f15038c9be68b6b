import { describe, expect, test } from "vitest";
import { headOf } from "./plain-text.ts";

describe("the head of a stranger's text", () => {
  test("never ends in half a character, as a plain cut does", () => {
    const text = `${"a".repeat(9)}\u{1f600}b`;
    expect(headOf(text, 10)).toBe("a".repeat(9));
    expect(text.slice(0, 10).isWellFormed()).toBe(false);
    expect(headOf(text, 11)).toBe(`${"a".repeat(9)}\u{1f600}`);
  });

  test("is the whole text where that fits", () => {
    expect(headOf("\u{1f600}", 2)).toBe("\u{1f600}");
    expect(headOf("", 0)).toBe("");
  });
});
