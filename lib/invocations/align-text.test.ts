import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clean } from "#lib/sanitise/clean.ts";
import { type AlignedRow, alignTexts, rowsOfText } from "./align-text.ts";

function sides(rows: readonly AlignedRow[], raw: string, cleaned: string): [string, string][] {
  return rows.map((row) => [raw.slice(row.raw.start, row.raw.end), cleaned.slice(row.cleaned.start, row.cleaned.end)]);
}

describe("alignTexts", () => {
  test("what nobody changed stands level, line by line", () => {
    const raw = "one\ntw\u200bo\nthree\n";
    const { cleaned, findings } = clean(raw);
    expect(sides(alignTexts(raw, cleaned, findings), raw, cleaned)).toEqual([
      ["one\n", "one\n"],
      ["tw\u200bo\n", "two\n"],
      ["three\n", "three\n"],
    ]);
  });

  test("lines that were taken out have nothing beside them, and what follows is level again", () => {
    const raw = "a\nX1\nX2\nX3\nb";
    const cleaned = "a\n-\nb";
    const found = { start: 2, end: 11, cleanedStart: 2, cleanedEnd: 4 };
    expect(sides(alignTexts(raw, cleaned, [found]), raw, cleaned)).toEqual([
      ["a\n", "a\n"],
      ["X1\n", "-\n"],
      ["X2\n", ""],
      ["X3\n", ""],
      ["b", "b"],
    ]);
  });

  test("a text without line ends is cut into rows between characters, and only its first begins a line", () => {
    const text = "😀".repeat(2_000);
    const rows = rowsOfText(text);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(({ beginsLine }) => beginsLine)).toEqual(rows.map((_, index) => index === 0));
    for (const [row] of sides(rows, text, text)) expect(row.isWellFormed()).toBe(true);
  });

  test("an empty text has one empty row", () => {
    expect(rowsOfText("")).toEqual([{ raw: { start: 0, end: 0 }, cleaned: { start: 0, end: 0 }, beginsLine: true }]);
  });

  const fragment = fc.constantFrom(
    "a",
    "word ",
    "\n",
    "\r",
    "\u200b",
    "\x1b[31m",
    "token=ghp_",
    "x".repeat(900),
    "😀",
    "\u{e0041}",
  );
  const texts = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(""));

  test("put together again, the rows are the two texts, whatever was found", () => {
    fc.assert(
      fc.property(texts, (raw) => {
        const { cleaned, findings } = clean(raw);
        const all = sides(alignTexts(raw, cleaned, findings), raw, cleaned);
        expect(all.map(([before]) => before).join("")).toBe(raw);
        expect(all.map(([, after]) => after).join("")).toBe(cleaned);
      }),
    );
  });

  test("findings that make no sense lose no text and end", () => {
    const place = fc.record({ start: fc.nat(60), end: fc.nat(60), cleanedStart: fc.nat(60), cleanedEnd: fc.nat(60) });
    fc.assert(
      fc.property(texts, texts, fc.array(place, { maxLength: 8 }), (raw, cleaned, places) => {
        const all = sides(alignTexts(raw, cleaned, places), raw, cleaned);
        expect(all.map(([before]) => before).join("")).toBe(raw);
        expect(all.map(([, after]) => after).join("")).toBe(cleaned);
      }),
    );
  });
});
