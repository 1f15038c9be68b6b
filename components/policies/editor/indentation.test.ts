import { describe, expect, it } from "vitest";
import { breakLine, type Edit, indent, lineRange, outdent } from "./indentation.ts";

/** `|` marks the caret, or the two ends of the selection. */
function run(marked: string, edit: (text: string, start: number, end: number) => Edit): string {
  const start = marked.indexOf("|");
  const last = marked.lastIndexOf("|");
  const text = marked.replaceAll("|", "");
  const { from, to, insert, select } = edit(text, start, last > start ? last - 1 : start);
  const after = text.slice(0, from) + insert + text.slice(to);
  const [a, b] = select;
  return a === b
    ? `${after.slice(0, a)}|${after.slice(a)}`
    : `${after.slice(0, a)}|${after.slice(a, b)}|${after.slice(b)}`;
}

describe("writing YAML in a plain field", () => {
  it.each([
    ["|a: 1", "  |a: 1"],
    [" |a: 1", "  |a: 1"],
    ["a:\n|b: 1\nc: 2|\n", "a:\n  |b: 1\n  c: 2|\n"],
    ["|b: 1\n|c: 2", "  |b: 1\n|c: 2"],
    ["|b: 1\n\nc: 2|", "  |b: 1\n\n  c: 2|"],
  ])("Tab: %j becomes %j", (before, after) => {
    expect(run(before, indent)).toBe(after);
  });

  it.each([
    ["    a: 1|", "  a: 1|"],
    [" |a: 1", "|a: 1"],
    ["|a: 1", "|a: 1"],
    ["  |a: 1\n  b: 2|", "|a: 1\nb: 2|"],
  ])("Shift+Tab: %j becomes %j", (before, after) => {
    expect(run(before, outdent)).toBe(after);
  });

  it.each([
    ["  a: 1|", "  a: 1\n  |"],
    ["  rules:|", "  rules:\n    |"],
    ["  # note:|", "  # note:\n  |"],
    ["|", "\n|"],
  ])("Enter: %j becomes %j", (before, after) => {
    expect(run(before, breakLine)).toBe(after);
  });

  it("finds the line that an error names, and the last one when the text has become shorter", () => {
    expect(lineRange("a\nbc\nd", 2)).toEqual([2, 4]);
    expect(lineRange("a\nbc\nd", 9)).toEqual([5, 6]);
  });
});
