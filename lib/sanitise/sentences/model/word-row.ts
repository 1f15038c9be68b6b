import { unitsOf } from "../../units.ts";
import { lexicon } from "../../words/lexicon.ts";
import { KnownClasses } from "./known-classes.ts";
import { ADDRESS, BASIS, FNV, hashOf, MAIL, NUMBER, WORD_LENGTH_MAX } from "./word-hash.ts";
import {
  APOSTROPHES,
  AT,
  COLON,
  DIGITS_END,
  ENDS,
  FOLDED,
  flagOf,
  isEscapedSpace,
  isInEscape,
  NO_LETTER,
  SHOUTED,
  SMALL,
  USUAL,
} from "./word-shapes.ts";

/** As many words as a unit can have, of a letter each: what were not read would be where a sentence hides. */
const WORDS_MAX = 288;
/** Words that are kept for the next unit. */
export const ROW_MAX = 8192;
/** How many of the last words are looked through one by one. */
const NEAR_END = 64;
const SHOUTED_MIN = 4;

let knownBefore: KnownClasses | undefined;

/** Made at the first question, for most processes never ask. */
export function knownClasses(): KnownClasses {
  knownBefore ??= new KnownClasses(
    new Map(Array.from(lexicon().words, ([word, { classes }]) => [hashOf(word), classes])),
  );
  return knownBefore;
}

/**
 * The words of a text, one behind the other, and which of them are the unit that was asked for.
 *
 * Units are asked for one after the other, alone and with their neighbours. So the row keeps the words that it has read and goes
 * on from its end: a unit is a part of it, and each word is read once for all the units that it stands in.
 */
export class WordRow {
  readonly hashes: Int32Array = new Int32Array(ROW_MAX);
  /** Which classes each word has: the place of their list. */
  readonly lists: Uint16Array = new Uint16Array(ROW_MAX);
  readonly #starts = new Int32Array(ROW_MAX);
  readonly #ends = new Int32Array(ROW_MAX);
  /** The places of marks and of words in capitals, and the flags that they raise. */
  readonly #marks: number[] = [];
  readonly #flags: number[] = [];
  #text = "";
  #from = 0;
  #to = 0;
  #wordEnd = 0;
  /** How many words there are, and how often the row was begun anew. */
  count = 0;
  beginnings = 0;
  /** The words of the unit, of all in the row, and the flags that stand in it. */
  first = 0;
  last = 0;
  raised = 0;

  /** Makes `text[start, end)` the unit. */
  read(text: string, start: number, end: number): void {
    if (this.#goesOn(text, start, end) && this.#choose(start, end)) return;
    this.#text = text;
    this.#from = start;
    this.#to = start;
    this.count = 0;
    this.beginnings += 1;
    this.#marks.length = 0;
    this.#flags.length = 0;
    this.#readTo(end);
    this.#choose(start, end);
  }

  /** Reads on to `end`, where the row can be gone on with. */
  #goesOn(text: string, start: number, end: number): boolean {
    if (start < this.#from || start > this.#to || text !== this.#text || isInEscape(text, start)) return false;
    this.#text = text;
    if (end <= this.#to) return true;
    // A word that was read up to the end of the row may be longer than that.
    const lastEnd = this.count === 0 ? this.#from : (this.#ends[this.count - 1] as number);
    if (lastEnd >= this.#to || isInEscape(text, this.#to) || this.count + (end - this.#to) > ROW_MAX) return false;
    this.#readTo(end);
    return true;
  }

  /** Makes a unit of the words in `[start, end)`; not where a word lies across one of its borders. */
  #choose(start: number, end: number): boolean {
    const first = firstFrom(this.#starts, this.count, start);
    if (first > 0 && (this.#ends[first - 1] as number) > start) return false;
    const last = firstFrom(this.#starts, this.count, end);
    if (last > first && (this.#ends[last - 1] as number) > end) return false;
    this.first = first;
    this.last = Math.min(last, first + WORDS_MAX);
    // Behind the last word that counts nothing is looked at.
    const until = last - first >= WORDS_MAX ? (this.#ends[this.last - 1] as number) : end;
    this.raised = 0;
    for (let mark = firstFrom(this.#marks, this.#marks.length, start); mark < this.#marks.length; mark++) {
      if ((this.#marks[mark] as number) >= until) break;
      this.raised |= this.#flags[mark] as number;
    }
    return true;
  }

  /** Reads the row on to `end`. Case, apostrophes and escapes of line ends are not seen. */
  #readTo(end: number): void {
    const text = this.#text;
    const known = knownClasses();
    const units = unitsOf(text);
    const hashes = this.hashes;
    const starts = this.#starts;
    const ends = this.#ends;
    const lists = this.lists;
    let count = this.count;
    let at = this.#to;
    while (at < end && count < ROW_MAX) {
      const unit = units[at] as number;
      const folded = FOLDED[unit] as number;
      if (folded === NO_LETTER) {
        at += 1;
        if (unit <= 32) continue;
        // Behind the end of the text there is nothing, whatever the array has there.
        const next = at < text.length ? (units[at] as number) : 0;
        const flag = flagOf(unit, next);
        if (flag !== 0) this.#mark(at - 1, flag);
        if (unit === 92 && isEscapedSpace(next)) at += 1;
        continue;
      }
      // Most words are a letter and small letters behind it: nothing is to be known of them but their hash.
      let hash = Math.imul(BASIS ^ folded, FNV);
      let next = at + 1;
      for (; next < end && USUAL[units[next] as number] === SMALL; next++)
        hash = Math.imul(hash ^ (units[next] as number), FNV);
      const isUsual = folded >= DIGITS_END && next - at <= WORD_LENGTH_MAX;
      starts[count] = at;
      if (isUsual && (next >= end || USUAL[units[next] as number] === ENDS)) at = next;
      else {
        hash = this.#readUnusual(text, at, end);
        at = this.#wordEnd;
      }
      ends[count] = at;
      hashes[count] = hash;
      lists[count] = known.find(hash);
      count += 1;
    }
    this.count = count;
    this.#to = Math.min(at, end);
  }

  #mark(at: number, flag: number): void {
    this.#marks.push(at);
    this.#flags.push(flag);
  }

  /** The hash of a word with digits, capitals or marks in it, of an address or of a long one; where it ends is in `#wordEnd`. */
  #readUnusual(text: string, start: number, end: number): number {
    const units = unitsOf(text);
    let hash = BASIS;
    let length = 0;
    let digits = 0;
    let capitals = 0;
    let mark = 0;
    let at = start;
    for (; at < end; at++) {
      const unit = units[at] as number;
      const folded = FOLDED[unit] as number;
      if (folded !== NO_LETTER) {
        if (folded !== unit) capitals += 1;
        else if (folded < DIGITS_END) digits += 1;
        if (length++ < WORD_LENGTH_MAX) hash = Math.imul(hash ^ folded, FNV);
      } else if (!APOSTROPHES.has(unit)) {
        if (unit === AT || (unit === COLON && text.startsWith("//", at + 1))) mark = unit;
        if (mark === 0 || unit <= 32 || unit === 34) break;
      }
    }
    this.#wordEnd = at;
    if (capitals >= SHOUTED_MIN && capitals === length) this.#mark(start, SHOUTED);
    if (mark !== 0) return mark === AT ? MAIL : ADDRESS;
    return digits * 2 > length ? NUMBER : hash;
  }
}

/** The first of `count` rising places that is not before `at`; mostly one of the last. */
function firstFrom(places: ArrayLike<number>, count: number, at: number): number {
  let high = count;
  for (const near = Math.max(0, count - NEAR_END); high > near; high--)
    if ((places[high - 1] as number) < at) return high;
  let low = 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
