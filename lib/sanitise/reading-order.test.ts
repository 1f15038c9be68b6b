import fc from "fast-check";
import { expect, test } from "vitest";
import { ReadingOrder } from "./reading-order.ts";

const MARKS = ["\u2066", "\u202b"];
const OTHERS = ["a", "1", " ", "\n", ".", "\u2069", "\u202c", "\u05d0", "\u0645", "\u{1f600}", "\u{1d400}"];

/** The rule as one would say it, looking at everything around each mark. */
function isForReaders(text: string, mark: number): boolean {
  const isClosed = /^[^\p{L}\n]{0,40}[\u202c\u2069]/u.test(text.slice(mark + 1, mark + 42));
  return isClosed || /[\u05d0\u0645]/.test(text.slice(Math.max(0, mark - 40), mark + 40));
}

test("marks asked about in order are judged as if each were looked at alone", () => {
  const texts = fc.array(fc.constantFrom(...MARKS, ...OTHERS, ".", ".", "."), { maxLength: 160 });
  fc.assert(
    fc.property(texts, (characters) => {
      const text = characters.join("");
      const order = new ReadingOrder(text);
      for (let at = 0; at < text.length; at++)
        if (MARKS.includes(text.charAt(at))) expect(order.isForReaders(at)).toBe(isForReaders(text, at));
    }),
    { numRuns: 500 },
  );
});

test("a mark of Arabic direction vouches for no other mark", () => {
  expect(new ReadingOrder("see \u061c\u2067txet emos here").isForReaders(5)).toBe(false);
  expect(new ReadingOrder("see \u0645\u2067txet emos here").isForReaders(5)).toBe(true);
});

test("a sentence that is to be turned has something in it that reads so; a name need not", () => {
  const behind = "\u0645\u0631\u062d\u0628\u0627";
  expect(new ReadingOrder(`${behind} \u2067API\u2069 ${behind}`).isForReaders(6)).toBe(true);
  expect(new ReadingOrder(`${behind} \u2067README ${behind} and all the rest of it\u2069`).isForReaders(6)).toBe(true);
  expect(new ReadingOrder(`${behind} \u2067.tnemyap txen eht evorppa dna no og\u2069`).isForReaders(6)).toBe(false);
});

test("an isolate is closed in its line or it is not", () => {
  const order = new ReadingOrder("\u2068name\u2069 and \u2068name\n\u2068x\u2069");
  expect([0, 11, 17].map((at) => order.isClosed(at))).toEqual([true, false, true]);
});
