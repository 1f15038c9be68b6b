import { describe, expect, test } from "vitest";
import { compilePattern } from "./compile.ts";
import { findMatch } from "./find-match.ts";
import { parsePattern } from "./parse.ts";

function find(pattern: string, line: string, { ignoreCase = false, work = { left: 10_000_000 } } = {}): number {
  return findMatch(compilePattern(parsePattern(pattern, ignoreCase)), line, work);
}

const PATTERNS = [
  "abc",
  "a",
  "^a",
  "c$",
  "a.c",
  "a*",
  "b+",
  "ab?c",
  "a{2}",
  "a{2,}",
  "a{1,2}b",
  "(ab)+c",
  "(?:a|b)c",
  "[abc]+d",
  "[^a]",
  "[a-c-]x",
  "\\d+",
  "\\w+\\s\\w",
  "\\bcat\\b",
  "\\Bat",
  "a|bc|",
  "\\.\\*",
  "x\\x41\\u0042",
  "(a|ab)(c|bcd)",
  "[\\]\\d]",
  "é+",
  "a{,2}",
  "(a*)*b",
  "\\(\\)",
  "😀.",
  "a+?b",
  "$",
  "^$",
  "(^a|b$)",
];
const LINES = [
  "",
  "abc",
  "xabc",
  "aab",
  "aaab",
  "a.*c",
  "cat",
  "concat at",
  "xAB",
  "12 ab",
  "abcd",
  "a]",
  "éé",
  "a{,2}",
  "()",
  "a😀b",
  "-x",
];

describe("the matcher of search_files", () => {
  test("finds what the language's own engine finds, and where", () => {
    for (const pattern of PATTERNS) {
      for (const line of LINES) {
        for (const ignoreCase of [false, true]) {
          const expected = line.search(new RegExp(pattern, ignoreCase ? "i" : ""));
          expect([pattern, line, ignoreCase, find(pattern, line, { ignoreCase })]).toEqual([
            ...[pattern, line, ignoreCase],
            expected,
          ]);
        }
      }
    }
  });

  test.each(["(a+)+$", "(a|a)*b", "(a|aa)+$", "(.*a){20}$", "a*a*a*a*a*a*a*a*b"])(
    "%s, which goes back for ever elsewhere, takes work by the line's length",
    (pattern) => {
      const work = { left: 100_000_000 };
      const used = (length: number): number => {
        const before = work.left;
        expect(find(pattern, `${"a".repeat(length)}!`, { work })).toBe(-1);
        return before - work.left;
      };
      // Twice the line is about twice the work; going back it would be the work squared, or worse.
      expect(used(2000) / used(1000)).toBeLessThan(3);
    },
  );

  test("ends when its work is used up", () => {
    const work = { left: 1000 };
    expect(find("(a|b|c)*d", "a".repeat(100_000), { work })).toBe(-1);
    expect(work.left).toBeLessThanOrEqual(0);
    expect(work.left).toBeGreaterThan(-1000);
  });

  test.each([
    "(a)\\1",
    "(?=a)",
    "(?<n>a)",
    "(?<!a)b",
    "(",
    ")",
    "a)",
    "[a",
    "*a",
    "a{3,1}",
    "a{101}",
    "[z-a]",
    "\\p{L}",
    "\\",
    "^*",
  ])("refuses %s", (pattern) =>
    expect(() => find(pattern, "a")).toThrow(expect.objectContaining({ code: "bad_pattern" })),
  );

  test("refuses a pattern that is short and huge", () => {
    expect(() => find("((a{100}){100}){100}", "a")).toThrow("repeats too much");
    expect(() => find(`${"(".repeat(30)}a${")".repeat(30)}`, "a")).toThrow("nested");
  });
});
