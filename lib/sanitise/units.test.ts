import fc from "fast-check";
import { expect, test } from "vitest";
import { BEYOND_ASCII, BITMAPS, CHARACTERS, markBitmaps, SIGNS, WORDS } from "./bitmaps/bitmaps.ts";
import { bitmapsOf, unitsOf } from "./units.ts";

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

test("the next unit that a bitmap holds is the first one there is, and never behind the end", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      // What a longer text left behind in the array must not be taken for this one's.
      bitmapsOf(`${other.join("")}語語語語語語語語`, CHARACTERS);
      const given = one.join("");
      const bitmaps = bitmapsOf(given, CHARACTERS);
      for (let from = 0; from <= given.length; from++) {
        let first = from;
        while (first < given.length && given.charCodeAt(first) < 0x80) first++;
        expect(bitmaps.next(BEYOND_ASCII, from, given.length)).toBe(first);
      }
    }),
    { numRuns: 500, seed: 8 },
  );
});

/** Bit by bit, as a page sees it that may not run WebAssembly. */
function bitmapsWithout(units: Uint16Array, length: number): Uint32Array {
  const bitmaps = new Uint32Array(BITMAPS * (units.length / 32));
  for (const group of [CHARACTERS, SIGNS, WORDS]) markBitmaps(units, length, bitmaps, group);
  return bitmaps;
}

test("the pass over vectors marks every unit as the one without them does, in short texts and in long ones", () => {
  const anything = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xff }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0x7f, 0x80, 0x9f, 0xa0, 0xff, 0x100, 0x7fff, 0x8000, 0xffff),
    ),
    { minLength: 1, maxLength: 200 },
  );
  fc.assert(
    fc.property(anything, fc.constantFrom(1, 30, 700), (codes, times) => {
      const given = String.fromCharCode(...codes).repeat(times);
      for (const group of [CHARACTERS, SIGNS, WORDS]) bitmapsOf(given, group);
      const { units, bitmaps, distance } = bitmapsOf(given, WORDS);
      const wanted = bitmapsWithout(units, given.length);
      for (let bitmap = 0; bitmap < BITMAPS; bitmap++) {
        for (let word = 0; word < Math.ceil(given.length / 32); word++) {
          // Behind the end of the text nothing is promised.
          const rest = given.length - 32 * word;
          const mask = rest >= 32 ? -1 : (1 << rest) - 1;
          const at = bitmap * distance + word;
          if ((((bitmaps[at] as number) ^ (wanted[at] as number)) & mask) !== 0)
            throw new Error(`bitmap ${bitmap} differs at ${32 * word}`);
        }
      }
    }),
    { numRuns: 400, seed: 8 },
  );
});

test("here the vectors are used, and not what stands in for them", () => {
  expect(bitmapsOf("a", WORDS).isVectored).toBe(true);
});
