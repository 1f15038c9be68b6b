import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clean } from "../clean.ts";
import { MARKUP_FRAGMENTS } from "./fragments.fixture.ts";
import { WITNESSES } from "./parsers.fixture.ts";

const texts = fc
  .array(fc.constantFrom(...MARKUP_FRAGMENTS), { minLength: 1, maxLength: 24 })
  .map((parts) => parts.join(""));

describe.each(Object.entries(WITNESSES))("%s", (_, witness) => {
  test("finds no image, no link and no raw HTML outside of code in cleaned prose", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(witness(clean(text).cleaned)).toEqual([]);
      }),
      { numRuns: 2_000, seed: 8 },
    );
  });

  test("finds hundreds in the same texts uncleaned", () => {
    const raw = fc.sample(texts, { numRuns: 1_000, seed: 8 }).flatMap((text) => witness(text));
    expect(raw.length).toBeGreaterThan(500);
  });
});
