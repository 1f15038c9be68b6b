import { BEYOND_ASCII, STOP, WORDS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import { type Bitmaps, bitmapsOf, unitsOf } from "../units.ts";

/**
 * What is judged at once: about a sentence. A line that goes on in lower case belongs to the one before; a member of a JSON
 * object, a bullet or an empty line is a border. Bounded, so that a text without borders costs no more.
 */
export interface Unit {
  readonly start: number;
  readonly end: number;
}

const BEFORE_MAX = 240;
const AFTER_MAX = 320;

/** The unit that holds the character at `at`. */
export function unitAt(text: string, at: number): Unit {
  const known = recent.find(text, at);
  if (known !== undefined) return known;
  const bitmaps = bitmapsOf(text, WORDS);
  const start = borderBefore(text, bitmaps, at, Math.max(0, at - BEFORE_MAX));
  const end = borderBehind(text, bitmaps, at + 1, Math.min(text.length, at + AFTER_MAX));
  const unit = { start, end };
  // One that the bounds have cut depends on where it was asked for.
  if ((start > at - BEFORE_MAX || start === 0) && end < at + AFTER_MAX) recent.keep(text, unit);
  return unit;
}

/** The last border at or before `from`; `least` when there is none behind it. */
function borderBefore(text: string, bitmaps: Bitmaps, from: number, least: number): number {
  if (from <= least) return from;
  const last = least >>> 5;
  for (let word = (from - 1) >>> 5, bits = stopsIn(bitmaps, word) & (-1 >>> (31 - ((from - 1) & 31))); ; ) {
    for (; bits !== 0; ) {
      const bit = 31 - Math.clz32(bits);
      const stop = (word << 5) + bit;
      if (stop < least) return least;
      if (MAY_END[bitmaps.units[stop] as number] === 1 && isBorder(text, stop + 1)) return stop + 1;
      bits &= ~(1 << bit);
    }
    if (word === last) return least;
    word -= 1;
    bits = stopsIn(bitmaps, word);
  }
}

/** The first border at or behind `from`; `most` when there is none before it. */
function borderBehind(text: string, bitmaps: Bitmaps, from: number, most: number): number {
  if (from >= most) return from;
  const last = (most - 1) >>> 5;
  for (let word = (from - 1) >>> 5, bits = stopsIn(bitmaps, word) & (-1 << (from - 1)); ; ) {
    for (; bits !== 0; bits &= bits - 1) {
      const stop = (word << 5) + 31 - Math.clz32(bits & -bits);
      if (stop + 1 >= most) return most;
      if (MAY_END[bitmaps.units[stop] as number] === 1 && isBorder(text, stop + 1)) return stop + 1;
    }
    if (word === last) return most;
    word += 1;
    bits = stopsIn(bitmaps, word);
  }
}

/** What may end a unit, among other things. */
function stopsIn({ bitmaps, distance }: Bitmaps, word: number): number {
  return (bitmaps[STOP * distance + word] as number) | (bitmaps[BEYOND_ASCII * distance + word] as number);
}

/** The last units that were found: a unit is asked for again as the neighbour of the one before it and of the one behind it. */
class RecentUnits {
  #text = "";
  readonly #units: (Unit | undefined)[] = [undefined, undefined, undefined, undefined];
  #next = 0;

  find(text: string, at: number): Unit | undefined {
    if (text !== this.#text) return undefined;
    this.#text = text;
    for (let i = 0; i < RECENT; i++) {
      const unit = this.#units[i];
      if (unit === undefined || at < unit.start || at >= unit.end) continue;
      if (at - unit.start < BEFORE_MAX && unit.end - at < AFTER_MAX) return unit;
    }
    return undefined;
  }

  keep(text: string, unit: Unit): void {
    if (text !== this.#text) {
      this.#text = text;
      this.#units.fill(undefined);
    }
    this.#units[this.#next] = unit;
    this.#next = (this.#next + 1) % RECENT;
  }
}

const RECENT = 4;
const recent = new RecentUnits();

const PAIR_MAX = 260;

/** A unit with the one before it, for what is claimed in one sentence and asked for in the next; undefined where they are apart. */
export function withBefore(text: string, unit: Unit): Unit | undefined {
  if (unit.start === 0) return undefined;
  const before = unitAt(text, unit.start - 1);
  if (before.end !== unit.start || unit.end - before.start > PAIR_MAX) return undefined;
  return holdsBlankLine(text, before.start, unit.end) ? undefined : { start: before.start, end: unit.end };
}

/** Whether an empty line stands between the first and the last visible character of `[start, end)`. */
function holdsBlankLine(text: string, start: number, end: number): boolean {
  const feed = text.indexOf("\n", start);
  if (feed < 0 || feed >= end) return false;
  const units = unitsOf(text);
  let first = start;
  let last = end;
  while (first < last && IS_SPACE[units[first] as number] === 1) first++;
  while (last > first && IS_SPACE[units[last - 1] as number] === 1) last--;
  let isLineEmpty = false;
  for (let at = first; at < last; at++) {
    const unit = units[at] as number;
    if (unit === NEW_LINE) {
      if (isLineEmpty) return true;
      isLineEmpty = true;
    } else if (unit !== SPACE && unit !== TAB && unit !== CARRIAGE_RETURN) isLineEmpty = false;
  }
  return false;
}

/** What is no visible character at the beginning or end of a text. */
const IS_SPACE: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  String.fromCharCode(unit).trim() === "" ? 1 : 0,
);

const TAB = 9;
const CARRIAGE_RETURN = 13;
const NEW_LINE = 10;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const FULL_STOP = 46;
const COLON = 58;
const SEMICOLON = 59;
const ENDS: ReadonlySet<number> = new Set([
  ...[NEW_LINE, FULL_STOP, 33, 63, SEMICOLON, QUOTE],
  ...[0x964, 0x61f, 0x3002, 0xff01, 0xff1f],
]);

/** What a unit may end with: behind anything else nothing has to be asked. */
const MAY_END: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) => (ENDS.has(unit) ? 1 : 0));

/** Whether a unit ends before `at`. */
function isBorder(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (before > 0x3000) return before === 0x3002 || before === 0xff01 || before === 0xff1f;
  if (before === NEW_LINE) return !goesOn(text, at);
  const next = text.charCodeAt(at);
  if (before === FULL_STOP || before === 33 || before === 63) return next <= SPACE || next === QUOTE || next === 39;
  if (before === SEMICOLON) return next <= SPACE;
  // `"key": "value",` in JSON: the quotation mark that ends or begins a member.
  if (before === QUOTE) return next === COMMA || next === COLON || next === 125 || next === 93;
  return before === 0x964 || before === 0x61f;
}

/** Whether the line that begins at `at` continues the sentence before it. */
function goesOn(text: string, at: number): boolean {
  let next = at;
  while (next < text.length && next - at < 8 && text.charCodeAt(next) === SPACE) next++;
  const code = text.charCodeAt(next);
  if (code >= 97 && code <= 122) return !isKey(text, next) && !beginsAnew(text, at);
  // Capitals go on where the line before was in capitals too.
  const before = text.charCodeAt(at - 2);
  return code >= 65 && code <= 90 && before >= 65 && before <= 90;
}

/** A line shorter than this was not cut for being too long. */
const WRAPPED_MIN = 28;

/** Whether a long line stands below a short one, which so did not end for want of room. A word on each line is one sentence. */
function beginsAnew(text: string, at: number): boolean {
  const before = text.lastIndexOf("\n", at - 2) + 1;
  if (at - 1 - before >= WRAPPED_MIN) return false;
  const end = text.indexOf("\n", at);
  return (end < 0 ? text.length : end) - at >= WRAPPED_MIN;
}

const KEY_MAX = 24;

/** `name: value`, `name = value`: a line of data. */
function isKey(text: string, start: number): boolean {
  let at = start;
  while (at - start < KEY_MAX && isKeyUnit(text.charCodeAt(at))) at++;
  return at > start && (text.charCodeAt(at) === COLON || text.charCodeAt(at) === 61);
}

function isKeyUnit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45;
}
