import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, composeEdits, type Edit, OffsetMap } from "./edits.ts";

/** Random edits of a text of this length: sorted, apart, none empty. */
function editsOf(length: number): fc.Arbitrary<Edit[]> {
  const edit = fc.tuple(fc.nat(length), fc.integer({ min: 1, max: 3 }), fc.constantFrom("", "", "X", "YZ"));
  return fc.array(edit, { maxLength: 6 }).map((drawn) => {
    let free = 0;
    return drawn
      .map(([start, width, replacement]) => ({ start, end: Math.min(length, start + width), replacement }))
      .sort((a, b) => a.start - b.start)
      .filter(({ start, end }) => {
        if (start < free || start === end) return false;
        free = end;
        return true;
      });
  });
}

const twoLists = fc
  .string({ minLength: 1, maxLength: 16 })
  .chain((text) => fc.tuple(fc.constant(text), editsOf(text.length)))
  .chain(([text, first]) => fc.tuple(fc.constant(text), fc.constant(first), editsOf(applyEdits(text, first).length)));

describe("edits", () => {
  test("two lists composed do what they do one after the other", () => {
    fc.assert(
      fc.property(twoLists, ([text, first, second]) => {
        const composed = composeEdits(first, second, applyEdits(text, first));
        expect(applyEdits(text, composed)).toBe(applyEdits(applyEdits(text, first), second));
        for (const [index, edit] of composed.entries()) {
          expect(edit.start).toBeGreaterThanOrEqual(composed[index - 1]?.end ?? 0);
        }
      }),
      { numRuns: 5_000, seed: 7 },
    );
  });

  test("an untouched span is found again in the cleaned text, and back", () => {
    const edits = [
      { start: 2, end: 4, replacement: "" },
      { start: 6, end: 7, replacement: "<gone>" },
    ];
    const raw = "ab--cd*ef";
    const cleaned = applyEdits(raw, edits);
    const map = new OffsetMap(edits);
    expect(cleaned).toBe("abcd<gone>ef");
    expect(map.toCleaned(4, 6)).toEqual([2, 4]);
    expect(map.toCleaned(7, 9)).toEqual([10, 12]);
    expect(map.toRaw(2, 4)).toEqual([4, 6]);
    expect(map.toRaw(10, 12)).toEqual([7, 9]);
  });

  test("what was removed points to where it stood, what was replaced to its replacement", () => {
    const edits = [
      { start: 2, end: 4, replacement: "" },
      { start: 6, end: 7, replacement: "<gone>" },
    ];
    const map = new OffsetMap(edits);
    expect(map.toCleaned(2, 4)).toEqual([2, 2]);
    expect(map.toCleaned(3, 4)).toEqual([2, 2]);
    expect(map.toCleaned(6, 7)).toEqual([4, 10]);
    expect(map.toRaw(4, 10)).toEqual([6, 7]);
  });
});
