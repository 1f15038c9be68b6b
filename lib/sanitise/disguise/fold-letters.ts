import { BEYOND_ASCII, CHARACTERS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import type { Edit } from "../edits.ts";
import { type Bitmaps, bitmapsOf } from "../units.ts";
import { FEIGNED_MIN, isAsciiLetter, isWideSpace, RARE, RARE_CYRILLIC, readWord, WORD_MAX } from "./read-word.ts";
import { plainShadow, type Shadow, shadowOf } from "./shadow.ts";
import { vocabulary } from "./vocabulary.ts";

/**
 * Letters as a model reads them: full-width, circled, mathematical, accented, and letters of another script inside of a Latin
 * word. A word wholly in its own script is language and stays as it is. The text as given is never replaced by this one.
 */
export function foldLetters(text: string): Shadow {
  const bitmaps = bitmapsOf(text, CHARACTERS);
  const { units } = bitmaps;
  let at = nextFoldable(bitmaps, 0, text.length);
  if (at === text.length) return plainShadow(text);
  const edits: Edit[] = [];
  const mixed: number[] = [];
  const feigned: number[] = [];
  const longFeigned: number[] = [];
  const styled: number[] = [];
  const wide: number[] = [];
  const wideWords: number[] = [];
  for (; at < text.length; at = nextFoldable(bitmaps, at, text.length)) {
    const parting = partingAt(units, at);
    if (parting > 0) {
      edits.push({ start: at, end: at + parting, replacement: cutsWord(text, at, parting) ? "" : " " });
      at += parting;
      continue;
    }
    const start = wordStart(text, at, edits.at(-1)?.end ?? 0);
    const word = readWord(text, start);
    if (word.reading !== text.slice(start, word.end)) edits.push({ start, end: word.end, replacement: word.reading });
    if (word.isMixed && !isTypeset(text, start)) {
      mixed.push(start);
      if (word.reading.length >= FEIGNED_MIN && vocabulary().has(word.reading.toLowerCase())) {
        feigned.push(start);
        if (word.reading.length >= LONG_MIN) longFeigned.push(start);
      }
    } else if (word.isStyled) styled.push(start);
    if (word.isWide) {
      wide.push(start);
      if (/[a-z]{2}$/.test(word.reading) && vocabulary().has(word.reading.toLowerCase())) wideWords.push(start);
    }
    at = Math.max(word.end, at + 1);
  }
  foldNeighbours(text, edits, mixed);
  return shadowOf(text, edits, { mixed, feigned, longFeigned, styled, wide, wideWords });
}

/** `\fI` and the like before a word: how manuals name a typeface, whose letters are none of the word. */
function isTypeset(text: string, start: number): boolean {
  return text.charCodeAt(start - 1) === BACKSLASH && TYPEFACE.test(text.slice(start, start + 3));
}
const BACKSLASH = 92;
const TYPEFACE = /^f[BIPRC](?![a-z])/;

/** Spaces of other widths, which part words as a plain one does; Latin with marks, circled, full-width, numerals of letters. */
const FOLDS =
  /[\u00a0\u1680\u2800\u2000-\u200a\u202f\u205f\u3000\u00c0-\u02ff\u1d00-\u1dbf\u1e00-\u1eff\u2071-\u207f\u2090-\u209c\u2100-\u214f\u2160-\u2188\u2460-\u24ff\u2801-\u283f\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a]|[\u0300-\u036f]|[\u1ab0-\u1aff\u1dc0-\u1dff]|[\u20d0-\u20f0]|[\ufe20-\ufe2f]/;
/** Signs of other scripts that generators of fancy text take for the commonest letters, and that hardly any text has. */
const FAUX = /[\u20a3\u20a5\u20a6\u20ad\u20ae\u20b2-\u20b5\u3112\u3129\u4e02\u4e47\u531a\u5342\ua000-\ua4cf]/;
/** Letters of other scripts, which fold only beside a Latin one, or one of a third script; marks that no Latin letter bears. */
const LOOKS_ALIKE =
  /[\u0370-\u058f\u10a0-\u10ff\u1c80-\u1c8f\u0591-\u05bd\u05d0-\u05ea\u0610-\u061a\u0627\u0647\u064b-\u065f\u0900-\u0902\u093c\u0951-\u0954\u0966\u09e6\u0c66\u0e34-\u0e3a\u0e47-\u0e4e\ua66f\ua67c\ua67d]/;
/** The first halves of letters of rare scripts, and of Latin ones, beyond the basic plane. */
const PAIRED = new Set([0xd800, 0xd801, 0xd806, 0xd81b, 0xd834, 0xd837]);

const STAYS = 0;
const ALWAYS = 1;
const BESIDE_LATIN = 2;
/** The first halves of mathematical and of enclosed letters. */
const MATHEMATICAL = 3;
const ENCLOSED = 4;
/** A picture, which parts words where it stands between their letters. */
const PICTURE = 5;
/** The first half of a letter that folds beside a Latin one. */
const PAIR = 6;
/** Arrows, signs and dingbats. */
const SIGN = /[\u2190-\u2426\u2500-\u27bf\u2900-\u297f\u2b00-\u2bff]/;

const FOLDABLE: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (FOLDS.test(character) || RARE.test(character) || RARE_CYRILLIC.test(character) || FAUX.test(character))
    return ALWAYS;
  if (LOOKS_ALIKE.test(character)) return BESIDE_LATIN;
  if (SIGN.test(character) || unit === 0xd83d || unit === 0xd83e) return PICTURE;
  if (PAIRED.has(unit)) return PAIR;
  // Mathematical letters, and capitals in outline.
  if (unit === 0xd835 || unit === 0xd833) return MATHEMATICAL;
  return unit === 0xd83c ? ENCLOSED : STAYS;
});

/** The next place where something folds. Nothing of ASCII does. */
function nextFoldable(bitmaps: Bitmaps, from: number, length: number): number {
  const { units } = bitmaps;
  for (
    let at = bitmaps.next(BEYOND_ASCII, from, length);
    at < length;
    at = bitmaps.next(BEYOND_ASCII, at + 1, length)
  ) {
    const kind = FOLDABLE[units[at] as number] as number;
    if (kind !== STAYS && (kind === ALWAYS || foldsHere(units, at, length, kind))) return at;
  }
  return length;
}

function foldsHere(units: Uint16Array, at: number, length: number, kind: number): boolean {
  const next = at + 1 < length ? (units[at + 1] as number) : 0;
  if (kind === MATHEMATICAL) return isLowHalf(next);
  if (kind === ENCLOSED && isEnclosedHalf(next)) return true;
  if (kind === ENCLOSED || kind === PICTURE) return partsLetters(units, at, length);
  if (kind === PAIR)
    return (
      isLowHalf(next) && (isAsciiLetter(units[at + 2] as number) || (at > 0 && isAsciiLetter(units[at - 1] as number)))
    );
  if (isAsciiLetter(next) || (at > 0 && isAsciiLetter(units[at - 1] as number))) return true;
  // Greek and Cyrillic meet in no word of either, nor does one of them meet Thai or Hebrew.
  const unit = units[at] as number;
  if (unit < 0x590 && (isThaiOrHebrew(next) || (at > 0 && isThaiOrHebrew(units[at - 1] as number)))) return true;
  return unit < 0x400 ? next >= 0x400 && next < 0x530 : unit < 0x530 && next >= 0x370 && next < 0x400;
}

function isThaiOrHebrew(unit: number): boolean {
  return (unit >= 0x0e01 && unit <= 0x0e5b) || (unit >= 0x05d0 && unit <= 0x05ea);
}

/** Whether a picture stands between two words; between single letters it is one of what `readSpaced` reads over. */
function partsLetters(units: Uint16Array, at: number, length: number): boolean {
  const behind = at + widthOf(units, at);
  if (at === 0 || behind >= length) return false;
  if (!isAsciiLetter(units[at - 1] as number) || !isAsciiLetter(units[behind] as number)) return false;
  return (
    (at > 1 && isAsciiLetter(units[at - 2] as number)) ||
    (behind + 1 < length && isAsciiLetter(units[behind + 1] as number))
  );
}

/** The second half of a letter in brackets, in a square, in a circle, or of a flag. */
function isEnclosedHalf(code: number): boolean {
  return code >= 0xdd10 && code <= 0xddff;
}

/** The units of a picture and of the selector behind it. */
function widthOf(units: Uint16Array, at: number): number {
  const width = isLowHalf(units[at + 1] as number) ? 2 : 1;
  return units[at + width] === 0xfe0f ? width + 1 : width;
}

/** Whether a wide space stands inside of a word: what is on its sides makes one, and is not one on each side. */
function cutsWord(text: string, at: number, width: number): boolean {
  const before = LETTERS_BEFORE.exec(text.slice(Math.max(0, at - CUT_REACH), at))?.[0].toLowerCase();
  const after = LETTERS_BEHIND.exec(text.slice(at + width, at + width + CUT_REACH))?.[0].toLowerCase();
  if (before === undefined || after === undefined) return false;
  // Single letters in a row are read as such elsewhere; two of them joined would break the row.
  if (before.length === 1 && after.length === 1) return false;
  const words = vocabulary();
  return words.has(before + after) && !(words.has(before) && words.has(after));
}

const CUT_REACH = 16;
const LETTERS_BEFORE = /[A-Za-z]+$/;
const LETTERS_BEHIND = /^[A-Za-z]+/;

/** How many units at a place that folds part words as a space does; none of a letter. */
function partingAt(units: Uint16Array, at: number): number {
  const unit = units[at] as number;
  if (isWideSpace(unit)) return 1;
  const kind = FOLDABLE[unit];
  const isEnclosed = kind === ENCLOSED && isEnclosedHalf(units[at + 1] as number);
  return kind === PICTURE || (kind === ENCLOSED && !isEnclosed) ? widthOf(units, at) : 0;
}

const LONG_MIN = 4;
/** How far from a word with look-alikes a word of nothing else is read as one. */
const NEIGHBOURS = 48;

const OTHER_LETTERS = /[\u0370-\u058f\u10a0-\u10ff\u13a0-\u167f\u2c80-\u2cff\u2d30-\u2d7f\ua4d0-\ua4ff]{1,24}/g;

/** Words of nothing but look-alikes, beside words that have some between Latin letters. A single such word is a slip. */
function foldNeighbours(text: string, edits: Edit[], mixed: readonly number[]): void {
  if (mixed.length < 2) return;
  const taken = new Set(edits.map(({ start }) => start));
  let done = 0;
  for (const place of mixed) {
    OTHER_LETTERS.lastIndex = Math.max(done, place - NEIGHBOURS);
    const end = place + NEIGHBOURS + WORD_MAX;
    for (let found = OTHER_LETTERS.exec(text); found !== null && found.index < end; found = OTHER_LETTERS.exec(text)) {
      const start = found.index;
      done = start + found[0].length;
      if (taken.has(start) || (start > 0 && isLetterUnit(text.charCodeAt(start - 1)))) continue;
      const word = readWord(text, start, true);
      if (word.isMixed) edits.push({ start, end: word.end, replacement: word.reading });
    }
  }
  edits.sort((one, other) => one.start - other.start);
}

/** Where the word around a place begins: at most so far back, and not in the word before. */
function wordStart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && at - start < WORD_MAX / 2 && isLetterUnit(text.charCodeAt(start - 1))) start--;
  return start > least && start < at && isLowHalf(text.charCodeAt(start)) ? start + 1 : start;
}

function isLetterUnit(code: number): boolean {
  return code < 0x80 ? isAsciiLetter(code) : code >= 0xaa && !isWideSpace(code);
}

function isLowHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
