import { LETTER_OR_DIGIT, RUN, WORDS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import { isLetterOrDigit } from "../disguise/spaced.ts";
import { type Bitmaps, bitmapsOf } from "../units.ts";

/**
 * Looks at every sixteenth place of a text for what is long and regular: a run of base64 or hexadecimal, whole or in pieces of one
 * size, codes in a row, letters with something between them, letters in groups of one size. None of them is shorter than what lies
 * between two looks, so none is missed.
 */
const STRIDE = 16;
const RUN_MIN = 28;

export interface RunHandlers {
  run(start: number, end: number): void;
  /** Pieces of a run, of one size, the first at `start`, with `gap` between them. */
  chunks(start: number, size: number, gap: string): void;
  /** A place between numbers that may be codes of characters. */
  codes(at: number): void;
  spaced(at: number): void;
  grouped(at: number, size: number): void;
}

export function eachLongRun(text: string, { run, chunks, codes, spaced, grouped }: RunHandlers): void {
  const { length } = text;
  const last = length - 8;
  let done = 0;
  let looked = bitmapsOf(text, WORDS);
  for (let at = 0; at < last; at += STRIDE) {
    const { units } = looked;
    const letters = bitsAt(looked, LETTER_OR_DIGIT, at);
    if (isNearDigit(units, at) && isCoded(units, length, at)) codes(at);
    else if ((letters & 3) === 3) {
      if (at < done || (bitsAt(looked, RUN, at) & RUN_SAMPLE) !== RUN_SAMPLE) continue;
      const start = runStart(units, at, done);
      const end = runEnd(units, length, at, start);
      done = end;
      const gap = end - start < RUN_MIN && end - start >= CHUNK_MIN ? gapOf(units, length, start, end) : 0;
      if (gap > 0) chunks(start, end - start, text.slice(end, end + gap));
      else if (end - start < RUN_MIN) continue;
      else run(start, end);
    } else if (isSparse(letters, length - at)) spaced(at);
    else {
      const mark = (letters & 1) === 0 ? at : at + 1;
      const size = units[mark] === SPACE ? groupSize(units, length, mark) : 0;
      if (size === 0) continue;
      grouped(mark, size);
    }
    // Who was told may have read another text since.
    looked = bitmapsOf(text, WORDS);
  }
}

/** The sixth and the ninth unit of a run. */
const RUN_SAMPLE = (1 << 5) | (1 << 8);

/** At least sixteen bits of a bitmap from a stride on. */
function bitsAt({ bitmaps, distance }: Bitmaps, bitmap: number, at: number): number {
  return (bitmaps[bitmap * distance + (at >>> 5)] as number) >>> (at & 31);
}

const SPACE = 32;
const BACKSLASH = 92;
const SMALL_N = 110;

const CHUNK_MIN = 8;
const GAP_MAX = 16;

/** What parts a piece of a run from the next one of the same size; 0 where none follows. */
function gapOf(units: Uint16Array, length: number, start: number, end: number): number {
  let next = end;
  while (next < length && next - end < GAP_MAX && (!isRunUnit(units[next] as number) || isSum(units, next, end)))
    next++;
  // The end of a line, written out.
  if (units[next] === SMALL_N && units[next - 1] === BACKSLASH) next++;
  const size = end - start;
  if (next === end || next + size > length) return 0;
  for (let at = next; at < next + size; at++) if (!isRunUnit(units[at] as number)) return 0;
  return next + size < length && isRunUnit(units[next + size] as number) ? 0 : next - end;
}

/** A plus sign behind a string that ends and before another one. */
function isSum(units: Uint16Array, at: number, end: number): boolean {
  const next = units[at + 1] as number;
  return units[at] === PLUS && at > end && (next <= SPACE || next === 34 || next === 39 || next === BACKTICK);
}

const PLUS = 43;
const BACKTICK = 96;

/** Whether one of the next three units is a digit: behind none of them a code begins that the next look would not see. */
function isNearDigit(units: Uint16Array, at: number): boolean {
  const kinds =
    (KINDS[units[at] as number] as number) |
    (KINDS[units[at + 1] as number] as number) |
    (KINDS[units[at + 2] as number] as number);
  return (kinds & DIGIT) !== 0;
}

const CODED_REACH = 56;
const GROUPS_MIN = 4;

/**
 * Whether codes of letters may stand from here on: groups of digits that are nearly of one size, and begin as codes of letters do. A
 * table of numbers, a time or an address fails within a few of them.
 */
function isCoded(units: Uint16Array, length: number, at: number): boolean {
  const end = Math.min(length, at + CODED_REACH);
  let size = 0;
  let groups = 0;
  // The first group may be a part of one.
  let isFirst = true;
  for (let next = at; next < end; ) {
    const kind = KINDS[units[next] as number] as number;
    if ((kind & (DIGIT | CODED)) === 0) return false;
    if ((kind & DIGIT) === 0) {
      next++;
      continue;
    }
    const start = codeStart(units, next);
    next = start;
    while (next < end && ((KINDS[units[next] as number] as number) & (DIGIT | HEX)) !== 0) next++;
    if (next >= end) break;
    if (!isFirst) {
      const count = next - start;
      if (!mayBeCode(units[start] as number, count) || (size !== 0 && Math.abs(size - count) > 1)) return false;
      size = count;
      groups += 1;
      if (groups >= GROUPS_MIN) return true;
    }
    isFirst = false;
  }
  return false;
}

/** Behind `0x`, `0o` and `0b`. */
function codeStart(units: Uint16Array, at: number): number {
  const next = (units[at + 1] as number) | 32;
  return units[at] === ZERO && (next === 0x78 || next === 0x6f || next === 0x62) ? at + 2 : at;
}

const ZERO = 48;

/** In whatever base: two digits begin with 2 or more, three and seven with 0 or 1, four and eight with 0 to 7. */
function mayBeCode(first: number, count: number): boolean {
  const digit = first - ZERO;
  if (count === 2) return digit >= 2;
  if (count === 3 || count === 7) return digit <= 1;
  return (count === 4 || count === 8) && digit <= 7;
}

const SPARSE_REACH = 12;
const SPARSE_MIN = 4;

/** Single letters with something between each and the next, of `left` units. Of a text of words two letters tell. */
function isSparse(letters: number, left: number): boolean {
  const held = left > SPARSE_REACH ? letters : letters & ((1 << left) - 1);
  if ((held & (held >>> 1) & SPARSE_BITS) !== 0) return false;
  let singles = 0;
  for (let bits = held & SPARSE_BITS; bits !== 0; bits &= bits - 1) singles += 1;
  return singles >= SPARSE_MIN;
}

/** One bit for each unit within reach. */
const SPARSE_BITS = (1 << SPARSE_REACH) - 1;

const SIZE_MIN = 3;
const SIZE_MAX = 6;

/** Of what size the groups are that begin behind this space; 0 where there are none. */
function groupSize(units: Uint16Array, length: number, space: number): number {
  for (let size = SIZE_MIN; size <= SIZE_MAX; size++) {
    const step = size + 1;
    if (units[space + step] !== SPACE || space + step >= length) continue;
    const isRegular =
      space + 4 * step < length &&
      units[space + 2 * step] === SPACE &&
      units[space + 3 * step] === SPACE &&
      units[space + 4 * step] === SPACE;
    return isRegular ? size : 0;
  }
  return 0;
}

const IS_RUN: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  isLetterOrDigit(unit) || "+/-_".includes(String.fromCharCode(unit)) ? 1 : 0,
);

const DIGIT = 1;
/** The letters among hexadecimal digits. */
const HEX = 2;
/** What codes of characters are written with besides digits, and what may part them. */
const CODED = 4;
const CODED_SIGNS = "abcdefABCDEFxXuUoOhH+\\%&#;{} \n,:-_./|\"'";

/** For each unit what part it may have in a code of a character. */
const KINDS: Uint8Array = Uint8Array.from(
  { length: 0x10000 },
  (_, unit) =>
    (unit >= ZERO && unit <= ZERO + 9 ? DIGIT : 0) |
    (/[a-fA-F]/.test(String.fromCharCode(unit)) ? HEX : 0) |
    (CODED_SIGNS.includes(String.fromCharCode(unit)) ? CODED : 0),
);

/** A longer run is cut: what it says, it says in its beginning. */
const RUN_MAX = 16_384;

function runStart(units: Uint16Array, at: number, least: number): number {
  let start = at;
  while (start > least && isRunUnit(units[start - 1] as number)) start--;
  return start > 0 && units[start] === SMALL_N && units[start - 1] === BACKSLASH ? start + 1 : start;
}

function runEnd(units: Uint16Array, length: number, at: number, start: number): number {
  let end = at;
  let line = start;
  while (end < length && end - at < RUN_MAX) {
    if (isRunUnit(units[end] as number)) {
      end++;
      continue;
    }
    // Wrapped: a line of the same letters follows one that was long enough to wrap.
    if (end - line < RUN_MIN) break;
    const next = afterLineEnd(units, length, end);
    if (next < 0 || next + 3 >= length || !isRunUnit(units[next] as number) || !isRunUnit(units[next + 3] as number))
      break;
    line = next;
    end = next;
  }
  while (end < length && units[end] === EQUALS && end - at < RUN_MAX + 2) end++;
  return end;
}

const EQUALS = 61;

function afterLineEnd(units: Uint16Array, length: number, at: number): number {
  let next = at;
  if (units[next] === BACKSLASH && units[next + 1] === SMALL_N) next++;
  else if (units[next] === 13) next++;
  if (next >= length || (units[next] !== 10 && next === at) || (units[next] !== 10 && units[next] !== SMALL_N))
    return -1;
  next++;
  while (next < length && LINE_START[units[next] as number] === 1 && next - at < 12) next++;
  return next;
}

/** What a line may be set in by, or quoted. */
const LINE_START = new Uint8Array(0x10000);
for (const sign of " >|#*") LINE_START[sign.charCodeAt(0)] = 1;

function isRunUnit(unit: number): boolean {
  return IS_RUN[unit] === 1;
}
