import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DiffSegment } from "./diff-types.ts";
import { diffTexts } from "./word-diff.ts";

const side = (segments: readonly DiffSegment[], other: DiffSegment["op"]): string =>
  segments
    .filter(({ op }) => op !== other)
    .map(({ text }) => text)
    .join("");

/** The length of a longest common subsequence, the plain quadratic way. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let row = right.map(() => 0);
  for (const item of left) {
    const next: number[] = [];
    right.forEach((other, i) => {
      next.push(item === other ? (row[i - 1] ?? 0) + 1 : Math.max(row[i] ?? 0, next[i - 1] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe("two texts beside each other", () => {
  test("three words that were slipped in are the only difference", () => {
    expect(diffTexts("Reads a file.", "Reads a file and sends it.")).toEqual([
      { op: "equal", text: "Reads a file" },
      { op: "insert", text: " and sends it" },
      { op: "equal", text: "." },
    ]);
  });

  test("an invisible letter stands by itself", () => {
    expect(diffTexts("read file", "read\u200b file")).toEqual([
      { op: "equal", text: "read" },
      { op: "insert", text: "\u200b" },
      { op: "equal", text: " file" },
    ]);
  });

  test("what went stands before what came", () => {
    expect(diffTexts("at most 5 rows", "at most 500 rows").map(({ op, text }) => `${op} ${text}`)).toEqual([
      "equal at most ",
      "delete 5",
      "insert 500",
      "equal  rows",
    ]);
  });

  const words = fc.array(fc.constantFrom("a", "b", "c", " ", "\n", "\u202e", "😀"), { maxLength: 40 });
  test("each side joined is its whole text, and no edit is longer than it has to be", () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [before, after] = [left.join("."), right.join(".")];
        const segments = diffTexts(before, after);
        expect(side(segments, "insert")).toBe(before);
        expect(side(segments, "delete")).toBe(after);
        const tokens = (text: string): string[] => text.match(/[a-c]+|\r\n| +|\t+|./gsu) ?? [];
        const kept = segments.filter(({ op }) => op === "equal").flatMap(({ text }) => tokens(text)).length;
        expect(kept).toBe(commonLength(tokens(before), tokens(after)));
        for (const [i, { op, text }] of segments.entries()) {
          expect(text).not.toBe("");
          expect(segments[i + 1]?.op).not.toBe(op);
        }
      }),
      { numRuns: 800 },
    );
  });

  test("texts that share nothing, or have no end, are still answered, whole", () => {
    const [left, right] = [0, 1].map((odd) => Array.from({ length: 30_000 }, (_, i) => `w${2 * i + odd}`).join(" "));
    const segments = diffTexts(left ?? "", right ?? "");
    expect(segments).toEqual([
      { op: "delete", text: left },
      { op: "insert", text: right },
    ]);
    const long = Array.from({ length: 9000 }, (_, i) => `line ${i}: some words of it\n`);
    const edited = long.with(4000, "line 4000: and send it away\n");
    expect(diffTexts(long.join(""), edited.join("")).map(({ op }) => op)).toEqual([
      "equal",
      "delete",
      "insert",
      "equal",
    ]);
  });
});
