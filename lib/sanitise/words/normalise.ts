import { prototypeOf } from "#lib/look-alikes/skeleton.ts";
import { classOf, PLAIN } from "../characters.ts";

/**
 * The text as detectors read it: compatibility forms folded, accents that only disguise taken off, hidden characters gone,
 * lower case. Every unit knows where it came from, so that a finding points into the text as it was given.
 */
export interface Normalised {
  readonly text: string;
  /** For each unit of `text`, where the character it came from begins; one more for the end. Undefined: the same offsets. */
  readonly from: Int32Array | undefined;
  readonly raw: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII needs no second look
const ASCII = /^[\x00-\x7f]*$/;

export function normalise(raw: string): Normalised {
  if (ASCII.test(raw)) return { text: raw.toLowerCase(), from: undefined, raw };
  const pieces: string[] = [];
  const from: number[] = [];
  for (let at = 0; at < raw.length; ) {
    const codePoint = raw.codePointAt(at) as number;
    const width = codePoint > 0xffff ? 2 : 1;
    const folded = codePoint < 0x80 ? String.fromCharCode(codePoint).toLowerCase() : fold(codePoint);
    for (let i = 0; i < folded.length; i++) from.push(at);
    pieces.push(folded);
    at += width;
  }
  from.push(raw.length);
  return { text: pieces.join(""), from: Int32Array.from(from), raw };
}

/** Where units `[start, end)` of the normalised text stand in the raw one. */
export function rawSpan({ from, raw }: Normalised, start: number, end: number): { start: number; end: number } {
  if (from === undefined) return { start, end };
  const first = from[start] ?? raw.length;
  const last = end > start ? (from[end - 1] ?? raw.length) : first;
  // To the end of the last character, which may have become several units or come from two.
  const after = raw.codePointAt(last);
  return { start: first, end: end > start ? last + (after !== undefined && after > 0xffff ? 2 : 1) : first };
}

const CACHE_MAX = 8192;
const folds = new Map<number, string>();

function fold(codePoint: number): string {
  const known = folds.get(codePoint);
  if (known !== undefined) return known;
  const folded = foldOnce(codePoint);
  if (folds.size >= CACHE_MAX) folds.clear();
  folds.set(codePoint, folded);
  return folded;
}

const MARK = /^\p{M}+$/u;
const WIDE_QUOTES: Readonly<Record<string, string>> = { "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"' };

function foldOnce(codePoint: number): string {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return " ";
  if (classOf(codePoint) !== PLAIN) return codePoint >= 0xe000 && codePoint <= 0xf8ff ? " " : "";
  const character = String.fromCodePoint(codePoint);
  if (MARK.test(character)) return isLatinMark(codePoint) ? "" : character;
  const quote = WIDE_QUOTES[character];
  if (quote !== undefined) return quote;
  // Circled and other compatibility letters give several units or none; spaces of every width are a space.
  const compatible = character.normalize("NFKC").toLowerCase();
  return /^\s+$/.test(compatible) && !/[\n\r\u2028\u2029]/.test(character) ? " " : compatible;
}

function isLatinMark(codePoint: number): boolean {
  return codePoint >= 0x300 && codePoint <= 0x36f;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII needs no second look
const PLAIN_WORD = /^[\x00-\x7f]*$/;

/** A word of look-alikes as the Latin word that it shows; undefined where it needs no such reading. */
export function latinReading(word: string): string | undefined {
  if (PLAIN_WORD.test(word)) return undefined;
  let reading = "";
  for (const character of word.normalize("NFD")) {
    const codePoint = character.codePointAt(0) as number;
    if (codePoint < 0x80) reading += character;
    else if (!isLatinMark(codePoint)) {
      const shown = prototypeOf(character).toLowerCase();
      if (!/^[a-z0-9]+$/.test(shown)) return undefined;
      reading += shown;
    }
  }
  return reading;
}

const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  $: "s",
  "@": "a",
};

/** `1gn0re` as `ignore`; undefined where digits are just digits. */
export function leetReading(word: string): string | undefined {
  if (word.length < 4 || word.length > 24 || !/[0-9$@]/.test(word) || !/[a-z]{2}|[a-z].[a-z]/.test(word))
    return undefined;
  return word.replace(/[0134578$@]/g, (mark) => LEET[mark] ?? mark);
}
