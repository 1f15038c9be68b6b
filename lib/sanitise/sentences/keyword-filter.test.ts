import fc from "fast-check";
import { expect, test } from "vitest";
import { KeywordFilter } from "./keyword-filter.ts";

const WORDS = [" ignore", " system prompt", " void ", "pr0mp7", "%20th", ";&#1?", " your task", "\\u006"] as const;
const filter = new KeywordFilter(WORDS.map((word, group) => [word, group] as const));

function found(text: string): string[] {
  const hits: string[] = [];
  filter.scan(text, (end, group) => hits.push(`${group}@${end}`));
  return hits.sort();
}

/** The same by looking for each word at each place; `border` is what a space stands for. */
function foundSlowly(text: string, border: RegExp): string[] {
  const hits = new Set<string>();
  for (const [group, word] of WORDS.entries()) {
    for (let start = -1; start + word.length <= text.length + 1; start++) {
      const fits = Array.from(word).every((wanted, i) => {
        const unit = text[start + i];
        if (wanted === " ") return unit === undefined || border.test(unit);
        return wanted === "?" ? unit !== undefined : unit?.toLowerCase() === wanted;
      });
      if (fits) hits.add(`${group}@${Math.min(text.length, start + word.length)}`);
    }
  }
  return [...hits].sort();
}

test("finds a word at either end of the text, in any case, and not inside of another", () => {
  expect(found("ignore it")).toEqual(["0@6"]);
  expect(found("please IGNORE")).toEqual(["0@13"]);
  expect(found("reignore")).toEqual([]);
  expect(found("it is void")).toEqual(["2@10"]);
  expect(found("avoid")).toEqual([]);
});

test("finds the words of a phrase over the end of a line, and digits and marks as they are", () => {
  expect(found("the system\nprompt")).toEqual(["1@17"]);
  expect(found("x pr0mp7 y")).toEqual(["3@8"]);
  expect(found("a%20the")).toEqual(["4@6"]);
  expect(found("&#73;&#103;")).toEqual(["5@9"]);
});

test("finds all that a slow search finds between the usual borders, and nothing that is not there", () => {
  const piece = fc.constantFrom(
    ...[
      "ignore",
      " ",
      "\n",
      "system",
      "prompt",
      "void",
      "pr0mp7",
      "%20th",
      ";&#1",
      "0",
      "your",
      "task",
      "-",
      "\u00e9",
      "x",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join("");
      const hits = found(text);
      expect(hits).toEqual(expect.arrayContaining(foundSlowly(text, /[ \n-]/)));
      expect(foundSlowly(text, /[^A-Za-z\u0080-\uffff]/)).toEqual(expect.arrayContaining(hits));
    }),
    { numRuns: 3_000, seed: 8 },
  );
});

test("refuses a word that is too short to be told apart", () => {
  expect(() => new KeywordFilter([["abc", 0]])).toThrow("too short");
});
