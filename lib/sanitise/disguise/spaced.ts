import type { Candidate } from "./candidate.ts";
import { unleet } from "./leet.ts";
import { segment } from "./segment.ts";

const LETTERS_MIN = 12;
const STRETCH_MAX = 2048;
const BACK_MAX = STRETCH_MAX / 4;
/** The longest thing between two letters that are still of one stretch. */
const GAP_MAX = 6;
const SPACE = 32;
/** So far on a stretch that says nothing is looked at again, if it goes on: the next look sees most of the same. */
const UNREAD_STEP = 96;

/**
 * Letters with something between each and the next, whatever it is: `i g n o r e`, `i-g-n.o*r e`, `[i][g]`, one on each line. `at`
 * is a place inside. Words are parted by more than letters are, or not at all; since nobody can tell, both readings are given.
 */
export function readSpaced(text: string, at: number): Candidate | undefined {
  const start = stretchStart(text, at);
  const { length, letters: share, end } = measure(text, start, at);
  if (length < LETTERS_MIN) return undefined;
  // Tables and matrices have single digits in a row; leet has letters between them.
  if (share * 4 <= length) return { start, end: Math.min(end, at + UNREAD_STEP), reading: "" };
  let letters = text.charAt(start);
  const gaps: string[] = [];
  for (let last = start; last + 1 < end; ) {
    const next = gapEnd(text, last + 1);
    letters += text.charAt(next);
    gaps.push(text.slice(last + 1, next));
    last = next;
  }
  const words = partedByGaps(letters, gaps);
  const reading = bothOf(words === undefined ? undefined : unleet(words), segment(letters));
  return { start, end, reading };
}

function bothOf(one: string | undefined, other: string): string {
  return one === undefined || one === other ? other : `${one}\n\n${other}`;
}

/** So many single digits in a row are no leet and no part of a stretch, whatever stands around them: a row of them would hide what follows. */
const DIGITS_MAX = 24;

/** Where the single letters around a place begin. */
function stretchStart(text: string, at: number): number {
  let first = at;
  while (first < text.length && !isLetterOrDigit(text.charCodeAt(first))) first++;
  let start = first;
  let letter = first;
  let digits = isDigit(text.charCodeAt(first)) ? 1 : 0;
  while (start > 0 && first - start < BACK_MAX) {
    let before = start - 1;
    while (before >= 0 && start - before <= GAP_MAX && !isLetterOrDigit(text.charCodeAt(before))) before--;
    if (before < 0 || start - before > GAP_MAX || before === start - 1) break;
    if (before > 0 && isLetterOrDigit(text.charCodeAt(before - 1))) break;
    start = before;
    digits = isDigit(text.charCodeAt(start)) ? digits + 1 : 0;
    if (digits === DIGITS_MAX) return letter;
    if (digits === 0) letter = start;
  }
  return start;
}

/** Where the next single letter stands, behind what parts it from the one before; -1 where none does. */
function gapEnd(text: string, from: number): number {
  let next = from;
  while (next < text.length && next - from <= GAP_MAX && !isLetterOrDigit(text.charCodeAt(next))) next++;
  if (next === from || next >= text.length || next - from > GAP_MAX) return -1;
  return isLetterOrDigit(text.charCodeAt(next + 1)) ? -1 : next;
}

const SIGN = /^ [@.:/_-](?: [/])* $/;

/** Where each letter is in brackets of its own, a sign of an address that stands outside of them. */
function isBracketed(gap: string, usual: string): boolean {
  return (
    usual.length === 2 && gap.at(0) === usual.at(0) && gap.at(-1) === usual.at(-1) && INNER_SIGN.test(gap.slice(1, -1))
  );
}

const INNER_SIGN = /^(?:[@._/-]|:\/\/)$/;

/** With a space where letters are further apart than most; undefined where all are alike. */
function partedByGaps(letters: string, gaps: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [usual = "", count = 0] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0]);
  const isUniform = count * 2 > gaps.length;
  const isBorder = (gap: string): boolean =>
    gap.length > usual.length || (isUniform && gap !== usual && gap.includes(" "));
  if (!gaps.some(isBorder)) return undefined;
  // A sign that stands among spaced letters as one of them belongs to a word: the at sign of an address.
  const between = (gap: string): string => {
    if (isUniform && usual === " " && SIGN.test(gap)) return gap.replaceAll(" ", "");
    return isUniform && isBracketed(gap, usual) ? gap.slice(1, -1) : " ";
  };
  let words = letters.charAt(0);
  for (const [at, gap] of gaps.entries()) words += `${isBorder(gap) ? between(gap) : ""}${letters.charAt(at + 1)}`;
  return words;
}

/**
 * How many letters and digits a stretch has, how many of them are letters, and where it ends. Told before anything is copied, for a page of
 * digits is asked about at every place of it: copying each stretch first, a megabyte of them kept a dispatcher from its other calls for seconds.
 */
function measure(text: string, start: number, at: number): { length: number; letters: number; end: number } {
  let length = 0;
  let letters = 0;
  let digits = 0;
  let end = start;
  let letterEnd = start;
  for (let next = start; next >= 0 && next < text.length && next - at < STRETCH_MAX; next = gapEnd(text, end)) {
    length += 1;
    end = next + 1;
    if (isDigit(text.charCodeAt(next))) digits += 1;
    else {
      letters += 1;
      digits = 0;
      letterEnd = end;
    }
    if (digits === DIGITS_MAX) return { length: length - digits, letters, end: letterEnd };
  }
  return { length, letters, end };
}

const GROUPS_MIN = 6;

/** Letters in groups of one size, whatever the words: `igno real lpre viou`. `at` is the space before a group. */
export function readGrouped(text: string, at: number, size: number): Candidate | undefined {
  let start = at + 1;
  while (start - size - 1 >= 0 && isGroup(text, start - size - 1, size) && at - start < BACK_MAX) start -= size + 1;
  let end = start;
  let groups = 0;
  let letters = "";
  for (let next = start; next - at < STRETCH_MAX && isGroup(text, next, size); next += size + 1) {
    letters += text.slice(next, next + size);
    groups += 1;
    end = next + size;
  }
  if (groups < GROUPS_MIN) return undefined;
  // The last one is what is left over.
  for (let rest = end + 1; rest < text.length && rest - end <= size && isLetterOrDigit(text.charCodeAt(rest)); rest++)
    letters += text.charAt(rest);
  return { start, end, reading: segment(letters) };
}

function isGroup(text: string, at: number, size: number): boolean {
  if (at + size > text.length) return false;
  for (let i = at; i < at + size; i++) if (!isLetterOrDigit(text.charCodeAt(i))) return false;
  const after = at + size >= text.length ? SPACE : text.charCodeAt(at + size);
  return after <= SPACE;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
