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
    // п, ё and the Chinese letter are of one class.
    const letters = fc.constantFrom("a", "b", "-", "A", "B", "é", "É", "п", "П", "ё", "寉");
    const words = fc.uniqueArray(
      fc.string({ unit: fc.constantFrom("a", "b", "-", "é", "п", "寉"), minLength: 2, maxLength: 6 }),
      { minLength: 1, maxLength: 6 },
    );
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
    new Anchors(["aba"]).scan("abababababa", (_, end) => {
      found.push(end);
      return end + 1;
    });
    expect(found).toEqual([3, 7, 11]);
  });

  test("tells what ends at one place together, the longest first", () => {
    const words = ["key", "api_key", "_key"];
    const found: string[] = [];
    new Anchors(words).scan("my API_KEY and key", (word, end) => {
      found.push(words[word] ?? "");
      return end;
    });
    expect(found).toEqual(["api_key", "_key", "key", "key"]);
  });

  test("finds words of other letters, whatever the case", () => {
    expect(hits(["пароль", "密码", "şifre"], "Пароль ПАРОЛЬ паром 密码 密友 ŞİFRE Şifre")).toEqual([
      "şifre@37",
      "пароль@13",
      "пароль@6",
      "密码@22",
    ]);
  });

  test("a rule without an anchor by which it is found is refused, and so is one whose lower case is longer", () => {
    expect(() => new Anchors(["ghp_", ""])).toThrow("too short");
    expect(() => new Anchors(["a"])).toThrow("too short");
    expect(() => new Anchors(["İki"])).toThrow("lower case");
  });
});
