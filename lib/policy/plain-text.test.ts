import { describe, expect, test } from "vitest";
import { headOf, plainJson, plainText } from "./plain-text.ts";

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
    // Half a character that came so is not ours to take away.
    expect(headOf("a\ud83d", 2)).toBe("a\ud83d");
    expect(headOf("a\ud83d\ude00b", 3)).toBe("a\ud83d\ude00");
  });
});

describe("a stranger's text in a sentence of ours", () => {
  test.each([
    ["plain – é 😀", "plain – é 😀"],
    ["a\nb\tc", "a\\u{a}b\\u{9}c"],
    ["\u0000\u007f\u0085", "\\u{0}\\u{7f}\\u{85}"],
    ["\u200b\u202e\u00ad\ufeff", "\\u{200b}\\u{202e}\\u{ad}\\u{feff}"],
    ["\u2028\u2029", "\\u{2028}\\u{2029}"],
    ["\u{e0041}\u3164\u115f", "\\u{e0041}\\u{3164}\\u{115f}"],
    ["a\ud800", "a\ufffd"],
  ])("%j shows as %j", (text, shown) => {
    expect(plainText(text, 100)).toBe(shown);
  });

  test("is cut where it is too long, before or after what does not show is written out", () => {
    expect(plainText("a".repeat(10), 10)).toBe("a".repeat(10));
    expect(plainText("a".repeat(11), 10)).toBe(`${"a".repeat(9)}…`);
    expect(plainText("aaaa\u202e", 10)).toBe("aaaa\\u{20…");
    expect(plainText("a\u202e", 9)).toBe("a\\u{202e}");
    expect(plainText(`${"a".repeat(8)}😀b`, 10)).toBe(`${"a".repeat(8)}\ufffd…`);
  });
});

test("a value as JSON is one line in which everything shows, and parsed it is the same", () => {
  const value = { session: "a\u0085b\u2028\u202ec\u009b2J", flag: "\u{e0041}", plain: "é 日 😀" };
  const line = plainJson(value);
  expect(line).toBe('{"session":"a\\u0085b\\u2028\\u202ec\\u009b2J","flag":"\\udb40\\udc41","plain":"é 日 😀"}');
  expect(JSON.parse(line)).toEqual(value);
});
