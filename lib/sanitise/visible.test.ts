import { describe, expect, test } from "vitest";
import { visibleSegments } from "./visible.ts";

function shown(text: string): string {
  return visibleSegments(text)
    .map((segment) => (segment.kind === "text" ? segment.text : `[${segment.name}]`))
    .join("");
}

describe("untrusted text on a page", () => {
  test.each([
    ["a\u202eb", "a[RIGHT-TO-LEFT OVERRIDE]b"],
    ["a\x1b[31m\x00", "a[ESCAPE][31m[NULL]"],
    ["a\u200bb\u00a0c", "a[ZERO WIDTH SPACE]b[NO-BREAK SPACE]c"],
    ["x\u{e0041}\u{e0020}", "x[TAG A][TAG SPACE]"],
    ["x\u{e0100}\ufe0f", "x[VARIATION SELECTOR-17][VARIATION SELECTOR-16]"],
    ["\ud800\ufdd0\u{f0000}", "[LONE SURROGATE][NONCHARACTER][PRIVATE USE]"],
    ["a\rb\r\nc\td", "a[CARRIAGE RETURN]b\r\nc\td"],
    [
      "p\u0430ypal \u043f\u0440\u0438\u0432\u0435\u0442",
      "p[CYRILLIC SMALL LETTER A]ypal \u043f\u0440\u0438\u0432\u0435\u0442",
    ],
    ["\u03b5xample \u03bcm \u039f\u03b4\u03cc\u03c2", "[GREEK LETTER]xample \u03bcm \u039f\u03b4\u03cc\u03c2"],
  ])("%j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test("honest joiners and selectors stay in the text", () => {
    for (const text of ["می‌شود", "👩‍💻 ❤️", "שלום!‏", "葛󠄀城", "ภาษา​ไทย", "Привет, мир", "naïve café"]) {
      expect(visibleSegments(text)).toEqual([{ kind: "text", text }]);
    }
  });

  test("the segments are the whole text, and each chip knows its code point", () => {
    const text = "a\u202eb\u{e0041}c\x07";
    const segments = visibleSegments(text);
    expect(segments.map((segment) => segment.text).join("")).toBe(text);
    const points = segments.flatMap((segment) => (segment.kind === "hidden" ? [segment.codePoint] : []));
    expect(points).toEqual([0x202e, 0xe0041, 0x07]);
  });

  test("no text gives no segments", () => {
    expect(visibleSegments("")).toEqual([]);
  });
});
