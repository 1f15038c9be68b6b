import fc from "fast-check";
import { expect, test } from "vitest";
import { ownTexts } from "#fixtures/sanitise/labelled-texts.ts";
import { lexicon } from "../../words/lexicon.ts";
import { frameEnd } from "../frame-end.ts";
import { mayScore, scoreUnit } from "./score.ts";

/** The bound spares most of the work, so a bound that is too low would be a hole that nobody sees. */
function holdsFor(text: string): void {
  const whole = scoreUnit(text, 0, text.length);
  const end = frameEnd(text, { start: 0, end: text.length });
  const frame = end < 0 ? whole : scoreUnit(text, 0, end);
  const reached = Math.max(whole, frame);
  if (reached !== Number.NEGATIVE_INFINITY) expect(mayScore(text, 0, text.length, reached)).toBe(true);
}

test("the bound is never lower than what a text and its beginning come to, on our own labelled texts", () => {
  for (const { text } of ownTexts()) for (const line of text.split("\n")) holdsFor(line);
});

test("nor on any row of words, known and unknown, with marks between them", () => {
  const word = fc.oneof(
    fc.constantFrom(...lexicon().words.keys()),
    fc.string({ maxLength: 9 }),
    fc.constantFrom("https://a.example/p", "a@b.example", "4711", "SYSTEM", "it's", "\\n", "`x`", "**", "and", "then:"),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => holdsFor(words.join(" "))),
    { numRuns: 2_000, seed: 8 },
  );
});

test("it says no to most of what people write", () => {
  const lines = ["The importer now keeps the order of columns.", "Everything else works as it did."];
  expect(lines.filter((line) => mayScore(line, 0, line.length, -3))).toEqual([]);
});
