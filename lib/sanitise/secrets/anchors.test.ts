import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Anchors } from "./anchors.ts";

function hits(words: readonly string[], text: string): string[] {
  const found: string[] = [];
  new Anchors(words).scan(text, (word, end) => {
    found.push(`${words[word]}@${end}`);
    return end;
  });
  return found.sort();
}

describe("anchors", () => {
  test("finds exactly what a search for each word finds, whatever the case", () => {
    const letters = fc.constantFrom("a", "b", "-", "A", "B", "é");
    const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom("a", "b", "-"), minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(words, fc.array(letters, { maxLength: 30 }), (list, units) => {
        const text = units.join("");
        const expected = list.flatMap((word) => {
          const ends: string[] = [];
          for (let at = 0; at + word.length <= text.length; at++) {
            if (text.slice(at, at + word.length).toLowerCase() === word) ends.push(`${word}@${at + word.length}`);
          }
          return ends;
        });
        expect(hits(list, text)).toEqual(expected.sort());
      }),
      { numRuns: 3_000, seed: 5 },
    );
  });

  test("goes on where it is told to", () => {
    const found: number[] = [];
    new Anchors(["ab"]).scan("abababab", (_, end) => {
      found.push(end);
      return end + 3;
    });
    expect(found).toEqual([2, 8]);
  });
});
