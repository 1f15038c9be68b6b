import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesGlob } from "./glob.ts";

/** The same meaning, written the obvious and exponential way. */
function naive(pattern: string[], path: string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return path.length === 0;
  if (head === "**") return naive(rest, path) || (path.length > 0 && naive(pattern, path.slice(1)));
  return path.length > 0 && naiveSegment(head, path[0] ?? "") && naive(rest, path.slice(1));
}
function naiveSegment(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern.startsWith("*"))
    return naiveSegment(pattern.slice(1), text) || (text !== "" && naiveSegment(pattern, text.slice(1)));
  return text !== "" && (pattern[0] === "?" || pattern[0] === text[0]) && naiveSegment(pattern.slice(1), text.slice(1));
}

const segments = (alphabet: string, maxLength: number) =>
  fc.array(fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 4 }), { maxLength });

describe("path patterns", () => {
  test.each([
    ["/workspace/**", "/workspace", true],
    ["/workspace/**", "/workspace/a/b", true],
    ["/workspace/**", "/workspaces/a", false],
    ["/workspace/*", "/workspace/a/b", false],
    ["/data/*.csv", "/data/a.csv", true],
    ["/data/*.csv", "/data/.csv", true],
    ["/data/**/*.csv", "/data/a.csv", true],
    ["/data/**/*.csv", "/data/x/y/a.csv", true],
    ["/data/?.csv", "/data/ab.csv", false],
    ["/data/[ab].csv", "/data/a.csv", false],
    ["/data/{a,b}", "/data/{a,b}", true],
    ["/a/**/b/**/c", "/a/b/b/c", true],
    ["/**", "/", true],
    ["/a", "/a/b", false],
    ["/a/b", "/a", false],
    ["/a/", "//a", true],
    ["/a/**", "/", false],
    ["/**/a", "/a", true],
    ["/**/a/**", "/b/a/c", true],
    ["/**/a/b", "/a/c/a/b", true],
    ["/**/a/b", "/a/b/a", false],
    ["/a**b", "/axxb", true],
    ["/a**b", "/ax/xb", false],
    ["/a*b*c", "/abxbxc", true],
    ["/a*b*c", "/abxbx", false],
    ["/*", "/", false],
    ["/?", "/😀", true],
    ["/*a", "/aab", false],
    ["/**x", "/a/x", false],
  ])("%s on %s is %s", (pattern, path, matches) => {
    expect(matchesGlob(pattern, path)).toBe(matches);
  });

  test("agrees with the naive reading", () => {
    fc.assert(
      fc.property(segments("ab*?", 4), fc.array(fc.nat(3)), segments("ab", 5), (words, anywhere, path) => {
        const pattern = [...words];
        for (const at of anywhere.slice(0, 3)) pattern.splice(at, 0, "**");
        expect(matchesGlob(`/${pattern.join("/")}`, `/${path.join("/")}`)).toBe(naive(pattern, path));
      }),
      { numRuns: 5000 },
    );
  });

  test("answers on a pattern that would take a backtracking matcher for ever", () => {
    expect(matchesGlob(`/${"a*".repeat(200)}b`, `/${"a".repeat(4000)}`)).toBe(false);
    expect(matchesGlob(`/${"**/a/".repeat(200)}b`, `/${"a/".repeat(2000)}`)).toBe(false);
  });
});
