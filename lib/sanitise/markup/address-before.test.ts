import fc from "fast-check";
import { expect, test } from "vitest";
import { AddressBefore } from "./address-before.ts";

const fragments = fc.constantFrom("https://", "www.", "WWW.", "a".repeat(70), "<\\", ":", "//", " ", "\n", "é", "x");

test("what was remembered of the places before changes no answer", () => {
  fc.assert(
    fc.property(fc.array(fragments, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (parts, step) => {
      const text = parts.join("");
      const remembering = new AddressBefore();
      for (let at = 0; at < text.length; at += step) {
        const from = text.lastIndexOf("\n", at - 1) + 1;
        expect(remembering.endsAt(text, from, at)).toBe(new AddressBefore().endsAt(text, from, at));
      }
    }),
  );
});

test("an address ends with a space, and what is long and has none may be one", () => {
  const endsAt = (text: string): boolean => new AddressBefore().endsAt(text, 0, text.length);
  expect(["see https://a", "WWW.a", `${"x".repeat(200)}`].map(endsAt)).toEqual([true, true, true]);
  expect(["see https://a b", "a:b", "x".repeat(199)].map(endsAt)).toEqual([false, false, false]);
});
