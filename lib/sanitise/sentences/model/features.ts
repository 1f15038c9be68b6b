import { CLASSES } from "../../words/classes.ts";
import { lexicon } from "../../words/lexicon.ts";

/**
 * What the model sees of a unit: its words, two and three words in a row, the classes of the lexicon and which class follows which
 * a few words later. The classes are what carries over to wording that was never seen: a synonym of *ignore* is a *disregard*
 * too. Each feature counts once, however often it stands there.
 */
const HASH_BITS = 15;
const WORD_FEATURES = 1 << HASH_BITS;
const PAIRS_AT = WORD_FEATURES;
const CLASS_COUNT = 64;
const NEAR_PAIRS_AT = PAIRS_AT + CLASS_COUNT * CLASS_COUNT;
export const FEATURE_COUNT = NEAR_PAIRS_AT + CLASS_COUNT * CLASS_COUNT;

if (CLASSES.length > CLASS_COUNT) throw new Error("There are more classes of words than the model has places for.");

/** Words in a unit; what follows is not read. */
const WORDS_MAX = 96;
const WORD_LENGTH_MAX = 24;
/** A pair of classes is near within so many words, and a pair at all within so many. */
const NEAR = 3;
const APART = 8;

const FNV = 0x01000193;
const BASIS = 0x811c9dc5;
const NONE: readonly number[] = [];

let classesByHash: Map<number, readonly number[]> | undefined;

function knownClasses(): Map<number, readonly number[]> {
  classesByHash ??= new Map(Array.from(lexicon().words, ([word, { classes }]) => [hashOf(word), classes]));
  return classesByHash;
}

function hashOf(word: string): number {
  let hash = BASIS;
  for (let at = 0; at < Math.min(word.length, WORD_LENGTH_MAX); at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV);
  return hash;
}

const NUMBER = hashOf("0");
const ADDRESS = hashOf("://");
const MAIL = hashOf("@");
const START = hashOf("^");

const hashes = new Int32Array(WORDS_MAX + 1);
const classes: (readonly number[])[] = [];
const seen = new Uint32Array(FEATURE_COUNT);
let turn = 0;

/** What is scored at once: a frame without the errand behind it, which says nothing about who speaks. */
const WINDOW = 16;
const STRIDE = 5;

/** Calls `open` for each window of words of `text[start, end)`; within it, `eachFeature` answers for that window. */
export function eachWindow(text: string, start: number, end: number, open: () => void): void {
  const count = readWords(text, start, end);
  for (let first = 0; ; first += STRIDE) {
    windowStart = first;
    windowEnd = Math.min(count, first + WINDOW);
    if (windowEnd > first) open();
    if (windowEnd >= count) return;
  }
}

let windowStart = 0;
let windowEnd = 0;

/** Calls `take` once for each feature of the open window. */
export function eachFeature(take: (feature: number) => void): void {
  turn = (turn + 1) >>> 0;
  if (turn === 0) seen.fill(0);
  const once = (feature: number): void => {
    if (seen[feature] === turn) return;
    seen[feature] = turn;
    take(feature);
  };
  for (let at = windowStart; at < windowEnd; at++) {
    const hash = hashes[at] as number;
    const before = at === 0 ? START : (hashes[at - 1] as number);
    once(bucket(hash));
    if (at === 0 || at > windowStart) once(bucket(Math.imul(before, 31) ^ hash));
    if (at > windowStart + 1) once(bucket(Math.imul(Math.imul(hashes[at - 2] as number, 17) ^ before, 31) ^ hash));
    for (const one of classes[at] as readonly number[]) {
      for (let back = 1; back <= APART && back <= at - windowStart; back++) {
        for (const other of classes[at - back] as readonly number[]) {
          once(PAIRS_AT + other * CLASS_COUNT + one);
          if (back <= NEAR) once(NEAR_PAIRS_AT + other * CLASS_COUNT + one);
        }
      }
    }
  }
}

function bucket(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - HASH_BITS)) & (WORD_FEATURES - 1);
}

/** Reads the words into `hashes` and `classes`; answers how many. Case, apostrophes and escapes of line ends are not seen. */
function readWords(text: string, start: number, end: number): number {
  const known = knownClasses();
  let count = 0;
  for (let at = start; at < end && count < WORDS_MAX; ) {
    const code = text.charCodeAt(at);
    if (!isWordUnit(code)) {
      at += code === 92 && isEscapedSpace(text.charCodeAt(at + 1)) ? 2 : 1;
      continue;
    }
    let hash = BASIS;
    let length = 0;
    let digits = 0;
    let mark = 0;
    for (; at < end; at++) {
      let unit = text.charCodeAt(at);
      if (!isWordUnit(unit)) {
        if (unit === 39 || unit === 0x2019) continue;
        if (unit === 64 || (unit === 58 && text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) === 47))
          mark = unit;
        if (mark === 0 || unit <= 32 || unit === 34) break;
        continue;
      }
      if (unit >= 65 && unit <= 90) unit += 32;
      if (unit >= 48 && unit <= 57) digits += 1;
      if (length++ < WORD_LENGTH_MAX) hash = Math.imul(hash ^ unit, FNV);
    }
    if (mark !== 0) hash = mark === 64 ? MAIL : ADDRESS;
    else if (digits * 2 > length) hash = NUMBER;
    hashes[count] = hash;
    classes[count] = known.get(hash) ?? NONE;
    count += 1;
  }
  return count;
}

function isWordUnit(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return code >= 0xaa && !(code >= 0x2010 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f);
}

/** The letter behind the backslash of `\n`, `\r`, `\t` in a string of JSON. */
function isEscapedSpace(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
}
