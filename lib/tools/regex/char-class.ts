import { failure } from "../failures/failure.ts";
import { type CharTest, isWordChar } from "./syntax.ts";

/** Characters by their classes: what stands after a backslash, and what stands in brackets. */

const isDigit: CharTest = (char) => char >= 48 && char <= 57;
const isSpace: CharTest = (char) => /\s/.test(String.fromCodePoint(char));
const not =
  (test: CharTest): CharTest =>
  (char) =>
    !test(char);

const CLASSES: ReadonlyMap<string, CharTest> = new Map([
  ["d", isDigit],
  ["D", not(isDigit)],
  ["w", isWordChar],
  ["W", not(isWordChar)],
  ["s", isSpace],
  ["S", not(isSpace)],
]);
const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
  ["0", 0],
]);

export type Escaped = { readonly test: CharTest } | { readonly char: number };

/** What an escape means, and where the pattern goes on; `at` is the place after the backslash. */
export function readEscape(pattern: readonly string[], at: number): { readonly meant: Escaped; readonly next: number } {
  const letter = pattern[at];
  if (letter === undefined) throw failure("bad_pattern", "The pattern ends in a backslash.");
  const test = CLASSES.get(letter);
  if (test) return { meant: { test }, next: at + 1 };
  const control = CONTROLS.get(letter);
  if (control !== undefined) return { meant: { char: control }, next: at + 1 };
  const digits = letter === "x" ? 2 : letter === "u" ? 4 : 0;
  if (digits > 0) {
    const written = pattern.slice(at + 1, at + 1 + digits).join("");
    if (!/^[0-9A-Fa-f]+$/.test(written) || written.length !== digits) {
      throw failure("bad_pattern", `\\${letter} takes ${digits} hexadecimal digits.`);
    }
    return { meant: { char: Number.parseInt(written, 16) }, next: at + 1 + digits };
  }
  if (/[A-Za-z1-9]/.test(letter)) throw failure("bad_pattern", `\\${letter} is not known here.`);
  return { meant: { char: letter.codePointAt(0) ?? 0 }, next: at + 1 };
}

/** `[a-z\d_]`; `at` is the place after the bracket. `fold` is what the case of letters does to a test, before it is negated. */
export function readClass(
  pattern: readonly string[],
  at: number,
  fold: (test: CharTest) => CharTest,
): { readonly test: CharTest; readonly next: number } {
  const isNegated = pattern[at] === "^";
  let next = isNegated ? at + 1 : at;
  const tests: CharTest[] = [];
  while (pattern[next] !== "]") {
    const low = readMember(pattern, next);
    next = low.next;
    if ("test" in low.meant) {
      tests.push(low.meant.test);
      continue;
    }
    const from = low.meant.char;
    let to = from;
    if (pattern[next] === "-" && pattern[next + 1] !== "]") {
      const high = readMember(pattern, next + 1);
      if ("test" in high.meant || high.meant.char < from)
        throw failure("bad_pattern", "A range of characters is wrong.");
      to = high.meant.char;
      next = high.next;
    }
    tests.push((char) => char >= from && char <= to);
  }
  const fitsOne = fold((char) => tests.some((test) => test(char)));
  return { test: isNegated ? not(fitsOne) : fitsOne, next: next + 1 };
}

function readMember(pattern: readonly string[], at: number): { readonly meant: Escaped; readonly next: number } {
  const written = pattern[at];
  if (written === undefined) throw failure("bad_pattern", "A bracket is not closed.");
  if (written === "\\") return readEscape(pattern, at + 1);
  return { meant: { char: written.codePointAt(0) ?? 0 }, next: at + 1 };
}
