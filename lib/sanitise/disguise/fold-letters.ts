import { prototypeOf } from "#lib/look-alikes/skeleton.ts";
import type { Edit } from "../edits.ts";
import { nextBeyondAscii, unitsOf } from "../units.ts";
import { plainShadow, type Shadow, shadowOf } from "./shadow.ts";

/**
 * Letters as a model reads them: full-width, circled, mathematical, accented, and letters of another script inside of a Latin
 * word. A word wholly in its own script is language and stays as it is. The text as given is never replaced by this one.
 */
export function foldLetters(text: string): Shadow {
  const units = unitsOf(text);
  let at = nextFoldable(units, 0, text.length);
  if (at === text.length) return plainShadow(text);
  const edits: Edit[] = [];
  const mixed: number[] = [];
  const styled: number[] = [];
  const wide: number[] = [];
  for (; at < text.length; at = nextFoldable(units, at, text.length)) {
    if (isWideSpace(units[at] as number)) {
      edits.push({ start: at, end: at + 1, replacement: " " });
      at += 1;
      continue;
    }
    const start = wordStart(text, at, edits.at(-1)?.end ?? 0);
    const word = readWord(text, start);
    if (word.reading !== text.slice(start, word.end)) edits.push({ start, end: word.end, replacement: word.reading });
    if (word.isMixed) mixed.push(start);
    else if (word.isStyled) styled.push(start);
    if (word.isWide) wide.push(start);
    at = Math.max(word.end, at + 1);
  }
  foldNeighbours(text, edits, mixed);
  return shadowOf(text, edits, { mixed, styled, wide });
}

/** Spaces of other widths, which part words as a plain one does; Latin with marks, circled, full-width. */
const FOLDS =
  /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u00c0-\u02ff\u1d00-\u1dbf\u1e00-\u1eff\u2090-\u209c\u2100-\u214f\u2460-\u24ff\ua720-\ua7ff\uff21-\uff3a\uff41-\uff5a]|[\u0300-\u036f]|[\u20d0-\u20f0]/;
/** Letters of other scripts, which fold only beside a Latin one, or one of a third script. */
const LOOKS_ALIKE = /[\u0370-\u058f\u13a0-\u13ff\u1c80-\u1c8f]/;

const STAYS = 0;
const ALWAYS = 1;
const BESIDE_LATIN = 2;
/** The first halves of mathematical and of enclosed letters. */
const MATHEMATICAL = 3;
const ENCLOSED = 4;

const FOLDABLE: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (FOLDS.test(character)) return ALWAYS;
  if (LOOKS_ALIKE.test(character)) return BESIDE_LATIN;
  return unit === 0xd835 ? MATHEMATICAL : unit === 0xd83c ? ENCLOSED : STAYS;
});

/** The next place where something folds. Nothing of ASCII does: that is stepped over eight units at a time. */
function nextFoldable(units: Uint16Array, from: number, length: number): number {
  for (let at = from; at < length; at++) {
    at = nextBeyondAscii(units, at, length);
    if (at >= length) break;
    const kind = FOLDABLE[units[at] as number] as number;
    if (kind !== STAYS && (kind === ALWAYS || foldsHere(units, at, length, kind))) return at;
  }
  return length;
}

function foldsHere(units: Uint16Array, at: number, length: number, kind: number): boolean {
  const next = at + 1 < length ? (units[at + 1] as number) : 0;
  if (kind === MATHEMATICAL) return isLowHalf(next);
  if (kind === ENCLOSED) return next >= 0xdd30 && next <= 0xddff;
  if (isAsciiLetter(next) || (at > 0 && isAsciiLetter(units[at - 1] as number))) return true;
  // Greek and Cyrillic meet in no word of either.
  const unit = units[at] as number;
  return unit < 0x400 ? next >= 0x400 && next < 0x530 : unit < 0x530 && next >= 0x370 && next < 0x400;
}

const WORD_MAX = 64;
/** How far from a word with look-alikes a word of nothing else is read as one. */
const NEIGHBOURS = 48;

const OTHER_LETTERS = /[\u0370-\u058f\u13a0-\u13ff]{1,24}/g;

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

function isWideSpace(code: number): boolean {
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

function isLowHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

interface FoldedWord {
  readonly end: number;
  readonly reading: string;
  readonly isMixed: boolean;
  readonly isStyled: boolean;
  readonly isWide: boolean;
}

/** The word that begins at `start`, as it reads; `isAmongMixed`: one of nothing but look-alikes is taken for Latin as well. */
function readWord(text: string, start: number, isAmongMixed = false): FoldedWord {
  const folds: Fold[] = [];
  let end = start;
  let latin = 0;
  let foreign = 0;
  let styled = 0;
  let scripts = 0;
  let wide = 0;
  while (end < text.length && end - start < WORD_MAX) {
    const codePoint = text.codePointAt(end) as number;
    if (codePoint < 0x80 ? !isAsciiLetter(codePoint) : isWideSpace(codePoint)) break;
    const fold = foldOf(codePoint);
    folds.push(fold);
    if (fold.kind === FOREIGN && fold.letter !== fold.character) {
      foreign += 1;
      scripts |= scriptOf(codePoint);
    } else if (fold.kind === FOREIGN || fold.kind === OTHER) foreign = -WORD_MAX;
    else if (fold.kind === STYLED) styled += 1;
    if (codePoint >= 0xff21 && codePoint <= 0xff5a) wide += 1;
    if (fold.kind === LATIN || fold.kind === STYLED) latin += 1;
    end += codePoint > 0xffff ? 2 : 1;
  }
  const isMixed = foreign > 0 && (latin > 0 || isAmongMixed || (scripts & (scripts - 1)) !== 0);
  let reading = "";
  for (const { letter, character, kind } of folds) reading += kind === FOREIGN && !isMixed ? character : letter;
  return { end: Math.max(end, start + 1), reading, isMixed, isStyled: styled > 1, isWide: wide > 1 };
}

/** One bit for each script that has look-alikes. */
function scriptOf(codePoint: number): number {
  if (codePoint < 0x400) return 1;
  if (codePoint < 0x530 || codePoint >= 0x1c80) return 2;
  return codePoint < 0x590 ? 4 : 8;
}

const OTHER = 0;
/** A letter of Latin, with or without marks. */
const LATIN = 1;
/** A letter made for mathematics, decoration or another width. */
const STYLED = 2;
/** A letter of another script; its look in Latin, if it has one. */
const FOREIGN = 3;
/** A mark above or below a letter. */
const MARK = 4;

interface Fold {
  readonly character: string;
  /** How it reads in Latin; itself, where it does not. */
  readonly letter: string;
  readonly kind: number;
}

const CACHE_MAX = 8192;
const folds = new Map<number, Fold>();

function foldOf(codePoint: number): Fold {
  const known = folds.get(codePoint);
  if (known !== undefined) return known;
  const fold = makeFold(codePoint);
  if (folds.size >= CACHE_MAX) folds.clear();
  folds.set(codePoint, fold);
  return fold;
}

const LOOKS_FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

function makeFold(codePoint: number): Fold {
  const character = String.fromCodePoint(codePoint);
  if ((codePoint >= 0x300 && codePoint <= 0x36f) || (codePoint >= 0x20d0 && codePoint <= 0x20f0))
    return { character, letter: "", kind: MARK };
  if (codePoint < 0x80) return { character, letter: character, kind: LATIN };
  const enclosed = enclosedLetter(codePoint);
  if (enclosed !== undefined) return { character, letter: enclosed, kind: STYLED };
  const compatible = character.normalize("NFKC");
  if (compatible !== character && /^[A-Za-z0-9]{1,3}$/.test(compatible))
    return { character, letter: compatible, kind: STYLED };
  const bare = character.normalize("NFKD").replace(/\p{M}/gu, "");
  if (/^[A-Za-z]{1,3}$/.test(bare)) return { character, letter: bare, kind: LATIN };
  const struck = STRUCK.get(character);
  if (struck !== undefined) return { character, letter: struck, kind: LATIN };
  const shown = prototypeOf(character);
  const letter = /^[A-Za-z]{1,2}$/.test(shown) ? shown : (NEARLY.get(character) ?? character);
  if (LOOKS_FOREIGN.test(character)) return { character, letter, kind: FOREIGN };
  if (/\p{Script=Latin}/u.test(character)) return { character, letter, kind: LATIN };
  return { character, letter: character, kind: OTHER };
}

/** Letters of other scripts that are taken for Latin ones though they are not quite the same. */
const NEARLY: ReadonlyMap<string, string> = new Map(
  "ηn τt κk υu νv ιi εe χx ωw αa ρp σo γy βb μu гr пn мm тt кk вb нh иu яr уy лn зz бb эe ҽe ԛq"
    .split(" ")
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

/** Latin letters with a stroke or a turn, and ligatures: no mark of theirs can be taken off. */
const STRUCK: ReadonlyMap<string, string> = new Map(
  "đd ĐD ðd ÐD łl ŁL øo ØO ħh ĦH ŧt ŦT ßss ɨi ƀb ɓb ǥg ɠg ɍr ɏy ȼc ɇe Ɇe ⱥa ȺA ꝁk ꝑp ƒf ɗd ƙk ɫl ɱm ɲn ŋn ƥp ʠq ɽr ʂs ƭt ʋv ⱱv ƴy ʐz ɐa ɑa ɒa ɔo əe ǝe ɛe ɘe ɟf ɡg ƃg ɥh ɩi ʞk ɭl ɯm ɹr ƨs ʇt ʌv ʍw ʎy œoe ŒOE æae ÆAE"
    .split(" ")
    .map((pair) => [Array.from(pair)[0] ?? "", pair.slice((Array.from(pair)[0] ?? "").length)] as const),
);

const SMALL_CAPITALS =
  "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\ua7af\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21";
const SMALL_CAPITAL_LETTERS = "abcdefghijklmnopqrstuvw";

/** Small capitals and negative circled, squared and regional letters, which have no compatibility form. */
function enclosedLetter(codePoint: number): string | undefined {
  const small = SMALL_CAPITALS.indexOf(String.fromCodePoint(codePoint));
  if (small >= 0) return SMALL_CAPITAL_LETTERS[small];
  for (const first of [0x249c, 0x1f130, 0x1f150, 0x1f170, 0x1f1e6]) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(97 + codePoint - first);
  }
  return undefined;
}
