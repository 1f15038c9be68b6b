import { unitsOf } from "../units.ts";

/**
 * Finds every one of a few hundred literal words in one pass over a text, ignoring case. The rules for credentials are only
 * tried where one of their words stands, so that clean text costs a look at a table of a few kilobytes for each character.
 *
 * Of each word the three units in a row are remembered that ordinary text has least often; the pass keeps the last three units as one
 * number. Only where the table says yes is a word compared. A word of two units is remembered with everything that may stand before
 * it. One of fewer is refused: a rule without an anchor would never be tried, and nobody would see it.
 *
 * A unit beyond ASCII is remembered as one of a few classes, which is enough to pass most of them by; its word is then compared exactly.
 */
export class Anchors {
  readonly #maybe = new Uint32Array(1 << (PLACE_BITS - 5));
  readonly #byKey = new Map<number, Anchor[]>();
  readonly #ends = new Int32Array(PLACES);

  constructor(words: readonly string[]) {
    for (const [index, word] of words.entries()) {
      if (word.length < SHORTEST) throw new Error(`"${word}" is too short to be an anchor.`);
      const units = Uint16Array.from({ length: word.length }, (_, at) => FOLDED[word.charCodeAt(at)] as number);
      const exact = /[^\0-\x7f]/.test(word) ? word.toLowerCase() : undefined;
      if (exact !== undefined && exact.length !== word.length)
        throw new Error(`"${word}" has no lower case of its length.`);
      for (const [key, before] of keysOf(units)) this.#add(key, { index, units, exact, before });
    }
  }

  #add(key: number, anchor: Anchor): void {
    const place = placeOf(key);
    this.#maybe[place >>> 5] = (this.#maybe[place >>> 5] as number) | (1 << place);
    const same = this.#byKey.get(key);
    if (same === undefined) this.#byKey.set(key, [anchor]);
    else same.push(anchor);
  }

  /**
   * Calls `hit` with each word and the place behind it, by that place and of those at one place the longest first; it answers where
   * to go on (its `end`, or further): what begins before that is passed over.
   */
  scan(text: string, hit: (word: number, end: number) => number): void {
    const found = this.#find(text);
    let from = 0;
    for (let i = 0; i < found.length; i++) {
      const { word, start, end } = found[i] as Found;
      if (start >= from) from = Math.max(from, resumeOf(hit(word, end), end));
    }
  }

  /** All that stand in the text, in the order in which `scan` tells them. */
  #find(text: string): Found[] {
    const found: Found[] = [];
    const units = unitsOf(text);
    const { length } = text;
    const ends = this.#ends;
    for (let from = 0; from < length; ) {
      const count = gather(units, from, length, this.#maybe, ends);
      for (let i = 0; i < count; i++) this.#compare(text, units, ends[i] as number, found);
      from = count <= ends.length - 4 ? length : ((ends[count - 1] as number) + 3) & ~3;
    }
    return found;
  }

  #compare(text: string, units: Uint16Array, end: number, found: Found[]): void {
    const anchors = this.#byKey.get(keyAt(units, end));
    if (anchors === undefined) return;
    for (let i = 0; i < anchors.length; i++) {
      const { index, units: wanted, exact, before } = anchors[i] as Anchor;
      const start = end - before;
      const to = start + wanted.length;
      if (!standsAt(units, text.length, start, wanted)) continue;
      if (exact === undefined || text.slice(start, to).toLowerCase() === exact)
        insert(found, { word: index, start, end: to });
    }
  }
}

interface Anchor {
  readonly index: number;
  readonly units: Uint16Array;
  /** The word in lower case, where its units do not tell it from every other. */
  readonly exact: string | undefined;
  /** How many of its units end where its rarest three do. */
  readonly before: number;
}

interface Found {
  readonly word: number;
  readonly start: number;
  readonly end: number;
}

/** Not further back than the word that was told: going on before its end is going on behind it. */
function resumeOf(resume: number, end: number): number {
  return resume <= end ? 0 : resume;
}

/** They come almost in order: a word is no longer than a few letters behind its rarest three. */
function insert(found: Found[], one: Found): void {
  let at = found.length;
  while (at > 0 && isBehind(found[at - 1] as Found, one)) at--;
  if (at === found.length) found.push(one);
  else found.splice(at, 0, one);
}

function isBehind(one: Found, other: Found): boolean {
  return one.end > other.end || (one.end === other.end && one.start > other.start);
}

const SHORTEST = 2;
const THREE = 3;
const PLACES = 1024;
/** Of a folded unit of ASCII. */
const BITS = 7;
const TWO_UNITS = (1 << (2 * BITS)) - 1;
const PLACE_BITS = 17;
const BEYOND = 0;

/** Where letters beyond ASCII have two cases: Latin, Greek, Cyrillic, Armenian, and Latin once more. */
const CASED: readonly (readonly [from: number, to: number])[] = [
  [0xc0, 0x24f],
  [0x370, 0x58f],
  [0x1e00, 0x1eff],
];

/** Letters of ASCII in lower case, the rest of it as it is, everything else by class: the controls that ordinary text does not have. */
const FOLDED: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  if (unit <= 0x7f) return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
  return classOf(unit);
});
for (const [from, to] of CASED) {
  for (let unit = from; unit <= to; unit++)
    FOLDED[unit] = classOf(String.fromCharCode(unit).toLowerCase().charCodeAt(0));
}

function classOf(unit: number): number {
  return unit <= 0x7f ? unit : 0x0e + (unit % 18);
}

function placeOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - PLACE_BITS);
}

/** The key of three folded units. */
function keyFrom(first: number, second: number, third: number): number {
  return (first << (2 * BITS)) | (second << BITS) | third;
}

/** The keys by which a word is met, each with how many of its units end there: its rarest three, or two behind anything. */
function keysOf(units: Uint16Array): (readonly [key: number, before: number])[] {
  if (units.length < THREE) {
    const [first = 0, second = 0] = units;
    return Array.from({ length: 1 << BITS }, (_, before) => [keyFrom(before, first, second), SHORTEST] as const);
  }
  const at = rarest(units);
  const [first = 0, second = 0, third = 0] = units.subarray(at);
  return [[keyFrom(first, second, third), at + THREE]];
}

/** The key of the three units of a text that end at `end`; before its beginning there is nothing. */
function keyAt(units: Uint16Array, end: number): number {
  return keyFrom(foldedAt(units, end - 3), foldedAt(units, end - 2), foldedAt(units, end - 1));
}

function foldedAt(units: Uint16Array, at: number): number {
  return at < 0 ? BEYOND : (FOLDED[units[at] as number] as number);
}

/** Notes where in `[from, to)`, or up to three units behind it, three units end that a word may have; stops when fewer than four fit. */
function gather(units: Uint16Array, from: number, to: number, maybe: Uint32Array, ends: Int32Array): number {
  const most = ends.length - 4;
  let count = 0;
  let fourth = keyAt(units, from);
  for (let at = from; at < to; at += 4) {
    const first = ((fourth & TWO_UNITS) << BITS) | (FOLDED[units[at] as number] as number);
    const second = ((first & TWO_UNITS) << BITS) | (FOLDED[units[at + 1] as number] as number);
    const third = ((second & TWO_UNITS) << BITS) | (FOLDED[units[at + 2] as number] as number);
    fourth = ((third & TWO_UNITS) << BITS) | (FOLDED[units[at + 3] as number] as number);
    const one = placeOf(first);
    const two = placeOf(second);
    const three = placeOf(third);
    const four = placeOf(fourth);
    const isOne = ((maybe[one >>> 5] as number) >>> one) & 1;
    const isTwo = ((maybe[two >>> 5] as number) >>> two) & 1;
    const isThree = ((maybe[three >>> 5] as number) >>> three) & 1;
    const isFour = ((maybe[four >>> 5] as number) >>> four) & 1;
    if ((isOne | isTwo | isThree | isFour) === 0) continue;
    ends[count] = at + 1;
    count += isOne;
    ends[count] = at + 2;
    count += isTwo;
    ends[count] = at + 3;
    count += isThree;
    ends[count] = at + 4;
    count += isFour;
    if (count > most) return count;
  }
  return count;
}

function standsAt(units: Uint16Array, length: number, start: number, wanted: Uint16Array): boolean {
  if (start < 0 || start + wanted.length > length) return false;
  for (let i = 0; i < wanted.length; i++) if (FOLDED[units[start + i] as number] !== wanted[i]) return false;
  return true;
}

/** Rough: how rare a unit is in prose, logs and source; letters by their use in English. */
const COMMON = "etaoinsrhldcumfpgwybvkxjqz";

function rarityOf(unit: number): number {
  if (unit < 0x20) return 4;
  const rank = COMMON.indexOf(String.fromCharCode(unit));
  if (rank >= 0) return 1 + rank / 4;
  return unit === 0x20 ? 0 : 5;
}

/** Where in a word the three units begin that are met least often. */
function rarest(units: Uint16Array): number {
  let best = 0;
  let highest = -1;
  for (let at = 0; at + THREE <= units.length; at++) {
    const rarity =
      rarityOf(units[at] as number) + rarityOf(units[at + 1] as number) + rarityOf(units[at + 2] as number);
    if (rarity <= highest) continue;
    highest = rarity;
    best = at;
  }
  return best;
}
