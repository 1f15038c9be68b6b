import { BEYOND_ASCII, BREAK as BREAKS, LETTER, WORDS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import { type Bitmaps, bitmapsOf, unitsOf } from "../units.ts";
import type { Candidate } from "./candidate.ts";
import { isAsciiLetter } from "./read-word.ts";
import { vocabulary } from "./vocabulary.ts";

/**
 * Words that are broken by marks which a page does not show or a reader skips: emphasis, code, tags, a comment, a hyphen, also at the
 * end of a line, a backslash, strings that are added up. One is typography; several near each other are a way past a filter.
 */
const BREAK =
  /(?<=[A-Za-z])(?:[*~`]{1,6}|-|-\r?\n[ \t]{0,8}|\\{1,2}|<!--[^<>\n]{0,60}-->|(?:(?:<|&lt;)\/?[A-Za-z][^<>&\n]{0,60}>){1,2}|⟦[^⟦⟧\n]{0,80}⟧|["'] ?[+.] ?["'])(?=[A-Za-z])/g;
/** A quick sign of such a break; a hyphen is in every text. */
const SIGN =
  /[A-Za-z](?:[*~`⟦\\]|<|&lt;|-\r?\n[ \t]{0,8}[A-Za-z]|["'] ?[+.] ?["']|-[A-Za-z]{1,9}[^A-Za-z][^-\n]{0,24}[A-Za-z]-[A-Za-z])/y;
/** What a break begins with, behind a letter: by itself, before a letter, or before what adds two strings up. */
const BEGINS = new Uint8Array(0x10000);
const BY_ITSELF = 1;
const BEFORE_LETTER = 2;
const BEFORE_SUM = 3;
const BEFORE_LETTER_OR_LINE = 4;
for (const sign of "*~`⟦<") BEGINS[sign.charCodeAt(0)] = BY_ITSELF;
BEGINS["&".charCodeAt(0)] = BEFORE_LETTER;
BEGINS["-".charCodeAt(0)] = BEFORE_LETTER_OR_LINE;
BEGINS["\\".charCodeAt(0)] = BY_ITSELF;
for (const sign of "\"'") BEGINS[sign.charCodeAt(0)] = BEFORE_SUM;
/** So many have to make English words when they are mended. */
const MENDED_MIN = 3;
const STRETCH = 400;

/** From where a word begins: tried at each of its letters, a long one would cost its square. */
const MENDED = new RegExp(`(?<![A-Za-z])[A-Za-z]+(?:${BREAK.source}[A-Za-z]+)+`, "g");

function countMended(stretch: string): number {
  if (!breaksOften(stretch)) return 0;
  const words = vocabulary();
  return (stretch.match(MENDED) ?? []).filter((broken) => words.has(broken.replace(BREAK, "").toLowerCase())).length;
}

/** Each broken word has a break: fewer of them than words that are asked for, and none has to be mended. */
function breaksOften(stretch: string): boolean {
  BREAK.lastIndex = 0;
  let breaks = 0;
  while (breaks < MENDED_MIN && BREAK.test(stretch)) breaks += 1;
  return breaks >= MENDED_MIN;
}

/** Of a sign behind a letter. */
function mayBreak(units: Uint16Array, at: number, begins: number): boolean {
  const next = units[at + 1] as number;
  if (begins === BEFORE_LETTER) return isAsciiLetter(next);
  if (begins === BEFORE_LETTER_OR_LINE) return isAsciiLetter(next) || next === LINE_FEED || next === RETURN;
  return begins === BY_ITSELF || next === SPACE || next === PLUS || next === FULL_STOP;
}

const SPACE = 32;
const PLUS = 43;
const LINE_FEED = 10;
const RETURN = 13;
const FULL_STOP = 46;

/** The places where a break may begin. A plain array: there are few, and a typed one would have to be as long as the text may ask for. */
function gather({ units, bitmaps, distance }: Bitmaps, length: number): number[] {
  const places: number[] = [];
  let carry = 0;
  for (let word = 0; word << 5 < length; word++) {
    const letters = bitmaps[LETTER * distance + word] as number;
    const behindLetters = (letters << 1) | carry;
    carry = letters >>> 31;
    // One of the signs is not of ASCII.
    let bits =
      ((bitmaps[BREAKS * distance + word] as number) | (bitmaps[BEYOND_ASCII * distance + word] as number)) &
      behindLetters;
    for (; bits !== 0; bits &= bits - 1) {
      const at = (word << 5) + 31 - Math.clz32(bits & -bits);
      const begins = BEGINS[units[at] as number] as number;
      if (begins !== 0 && at < length && mayBreak(units, at, begins)) places.push(at);
    }
  }
  return places;
}

/** Calls `take` with each stretch in which words are broken several times, as it reads without the breaks. */
export function eachGlued(text: string, take: (candidate: Candidate) => void): void {
  const places = gather(bitmapsOf(text, WORDS), text.length);
  for (let i = 0, from = 0; i < places.length; i++) {
    const place = places[i] as number;
    if (place <= from) continue;
    SIGN.lastIndex = place - 1;
    if (!SIGN.test(text)) continue;
    const at = SIGN.lastIndex;
    const start = Math.max(0, text.lastIndexOf("\n", place - 1) + 1, place - STRETCH / 4);
    const end = Math.min(text.length, start + STRETCH);
    const summed = BEGINS[text.charCodeAt(place)] === BEFORE_SUM ? readSum(text, start) : undefined;
    if (summed !== undefined) {
      take(summed);
      from = summed.end;
      continue;
    }
    const stretch = holdsSeveral(unitsOf(text), places, i, start, end) ? text.slice(start, end) : "";
    if (countMended(stretch) < MENDED_MIN) {
      from = Math.max(at, start + STRETCH / 2);
      continue;
    }
    const glued = stretch.replace(BREAK, "").replace(/[*~`]/g, "");
    take({ start, end, reading: glued.replace(/(?:<|&lt;)\/?[A-Za-z][^<>&\n]{0,60}>/g, "") });
    from = end;
  }
}

const SUM = /["'`][ \t]?(?:\r?\n[ \t]{0,24})?[+.][ \t]?(?:\r?\n[ \t]{0,24})?["'`]/g;
const SUM_REACH = 2048;

/** Strings that are added up, whatever they are cut into: words, or a run of letters that says something only as a whole. */
function readSum(text: string, start: number): Candidate | undefined {
  const stretch = text.slice(start, start + SUM_REACH);
  let end = 0;
  let sums = 0;
  for (const { index } of stretch.matchAll(SUM)) {
    if (sums > 0 && index - end > STRETCH) break;
    end = index;
    sums += 1;
  }
  if (sums < MENDED_MIN) return undefined;
  // To the end of the last string.
  const last = Math.min(stretch.length, end + STRETCH);
  return { start, end: start + last, reading: stretch.slice(0, last).replace(SUM, "") };
}

/** Whether so many breaks as make a stretch worth mending may lie inside of it; the place at `index` does, or lies close by. */
function holdsSeveral(
  units: Uint16Array,
  places: readonly number[],
  index: number,
  start: number,
  end: number,
): boolean {
  let first = index;
  while (first > 0 && (places[first - 1] as number) > start) first--;
  let breaks = 0;
  for (let i = first; i < places.length && (places[i] as number) < end && breaks < MENDED_MIN; i++)
    if (goesOn(units, places[i] as number)) breaks += 1;
  return breaks >= MENDED_MIN;
}

/** Whether a letter follows where marks of emphasis and code stand; what else may break a word is not looked through here. */
function goesOn(units: Uint16Array, at: number): boolean {
  let next = at;
  while (next < at + EMPHASIS_MAX && EMPHASIS[units[next] as number] === 1) next++;
  return next === at || isAsciiLetter(units[next] as number);
}

const EMPHASIS_MAX = 6;
const EMPHASIS = new Uint8Array(0x10000);
for (const sign of "*~`") EMPHASIS[sign.charCodeAt(0)] = 1;
