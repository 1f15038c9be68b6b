import fc from "fast-check";
import { expect, test } from "vitest";
import { nextBeyondAscii, unitsOf } from "./units.ts";

const text = fc.array(fc.constantFrom("a", "\x7f", "\x80", "é", "語", "\u{1f600}", " plain ".repeat(9)), {
  maxLength: 80,
});

test("the units are those of the text, whatever was asked for before", () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (one, other, long) => {
      const given = one.join("").repeat(long ? 40 : 1);
      unitsOf(other.join(""));
      const units = unitsOf(given);
      for (let at = 0; at < given.length; at++)
        if (units[at] !== given.charCodeAt(at)) throw new Error(`differs at ${at}`);
    }),
    { numRuns: 500, seed: 8 },
  );
});

test("the next unit beyond ASCII is the first one there is, and never behind the end", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      // What a longer text left behind in the array must not be taken for this one's.
      unitsOf(`${other.join("")}語語語語語語語語`);
      const given = one.join("");
      const units = unitsOf(given);
      for (let from = 0; from <= given.length; from++) {
        let first = from;
        while (first < given.length && given.charCodeAt(first) < 0x80) first++;
        expect(nextBeyondAscii(units, from, given.length)).toBe(first);
      }
    }),
    { numRuns: 500, seed: 8 },
  );
});
