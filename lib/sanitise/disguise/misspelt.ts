import type { Candidate } from "./candidate.ts";
import { lineAround } from "./turned.ts";
import { vocabulary } from "./vocabulary.ts";

/**
 * Words that a reader mends without noticing: without their vowels (`prvs instrctns`), with letters inside of them in another order
 * (`perivous`), with a star for one of them (`pr*vious`).
 */

const LETTERS_MIN = 4;
const VOWEL = /[aeiou]/g;

/** The first letter and the consonants behind it. */
function consonantsOf(word: string): string {
  return word.charAt(0) + word.slice(1).replace(VOWEL, "");
}

/** Its first and last letter, and those between them in the order of the alphabet. */
function lettersOf(word: string): string {
  return word.charAt(0) + [...word.slice(1, -1)].sort().join("") + word.slice(-1);
}

interface Mending {
  readonly byConsonants: ReadonlyMap<string, string>;
  readonly byLetters: ReadonlyMap<string, string>;
}

let mendingBefore: Mending | undefined;

function mending(): Mending {
  if (mendingBefore !== undefined) return mendingBefore;
  const byConsonants = new Map<string, string>();
  const byLetters = new Map<string, string>();
  for (const word of vocabulary()) {
    const consonants = consonantsOf(word);
    if (consonants.length >= 2 && !byConsonants.has(consonants)) byConsonants.set(consonants, word);
    if (word.length >= LETTERS_MIN && !byLetters.has(lettersOf(word))) byLetters.set(lettersOf(word), word);
  }
  mendingBefore = { byConsonants, byLetters };
  return mendingBefore;
}

const WORD = /[A-Za-z]+(?:[*#][A-Za-z]+)*/g;

/** The line around a place with every word mended that is none. */
export function readMisspelt(text: string, at: number): Candidate {
  const { start, end } = lineAround(text, at);
  return { start, end, reading: text.slice(start, end).replace(WORD, mended) };
}

function mended(word: string): string {
  const lower = word.toLowerCase();
  const words = vocabulary();
  if (words.has(lower)) return word;
  if (/[*#]/.test(lower)) return unstarred(lower) ?? word;
  const { byConsonants, byLetters } = mending();
  if (lower.length >= LETTERS_MIN) {
    const ordered = byLetters.get(lettersOf(lower));
    if (ordered !== undefined) return ordered;
  }
  return consonantsOf(lower) === lower ? (byConsonants.get(lower) ?? word) : word;
}

/** What stands for the star: a letter that makes a word. */
function unstarred(word: string): string | undefined {
  const words = vocabulary();
  let tried = word;
  for (let mark = tried.search(/[*#]/); mark >= 0; mark = tried.search(/[*#]/)) {
    const letter = [..."eaoiutnrslcdpmgvhy"].find((one) =>
      words.has(tried.slice(0, mark) + one + tried.slice(mark + 1)),
    );
    if (letter === undefined) return undefined;
    tried = tried.slice(0, mark) + letter + tried.slice(mark + 1);
  }
  return tried;
}

/** Ways to misspell a word by which a line is found that is worth mending. */
export function misspelt(word: string): string[] {
  const swapped = Array.from({ length: word.length - 3 }, (_, at) => at + 1).map(
    (at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
  const starred = Array.from({ length: word.length - 2 }, (_, at) => at + 1).flatMap((at) =>
    ["*", "#"].map((mark) => word.slice(0, at) + mark + word.slice(at + 1)),
  );
  return [...swapped, ...starred, ` ${consonantsOf(word)}`].filter(
    (form) => form !== word && form.length > LETTERS_MIN,
  );
}
