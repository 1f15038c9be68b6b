import { fauxLetterOf } from "./faux-letters.ts";
import { FOREIGN, type Fold, foldOf, LATIN, MARK, OTHER, STYLED } from "./letter-fold.ts";
import { vocabulary } from "./vocabulary.ts";

/** One word of whatever letters, as somebody reads it who takes it for English. */

/**
 * Letters of scripts that a word of Latin has look-alikes from and that hardly any text is written in; a word of nothing else is
 * read as one of English if it is one.
 */
export const RARE = /[\u13a0-\u167f\u2c80-\u2cff\u2d30-\u2d7f\ua4d0-\ua4ff\uab70-\uabbf]/;
/** Letters of Cyrillic that few languages have and that look like Latin ones: what has one and reads as English is meant to be read so. */
export const RARE_CYRILLIC = /[\u0455\u0458\u0475\u04bb\u04cf\u0501\u050d\u051b\u051d]/;

/** Shorter ones are units, names of products and slips. */
export const FEIGNED_MIN = 3;
export const WORD_MAX = 64;

interface FoldedWord {
  readonly end: number;
  readonly reading: string;
  readonly isMixed: boolean;
  readonly isStyled: boolean;
  readonly isWide: boolean;
}

/** The word that begins at `start`, as it reads; `isAmongMixed`: one of nothing but look-alikes is taken for Latin as well. */
export function readWord(text: string, start: number, isAmongMixed = false): FoldedWord {
  const folds: Fold[] = [];
  let end = start;
  let latin = 0;
  let foreign = 0;
  let styled = 0;
  let scripts = 0;
  let rare = 0;
  let wide = 0;
  while (end < text.length && end - start < WORD_MAX) {
    const codePoint = text.codePointAt(end) as number;
    if (codePoint < 0x80 ? !isAsciiLetter(codePoint) : isWideSpace(codePoint)) break;
    const fold = foldOf(codePoint);
    folds.push(fold);
    if (fold.kind === FOREIGN && fold.letter !== fold.character) {
      foreign += 1;
      scripts |= scriptOf(codePoint);
      if (codePoint < 0x10000 && RARE.test(fold.character)) rare += 1;
    } else if (fold.kind === FOREIGN || fold.kind === OTHER) foreign = -WORD_MAX;
    else if (fold.kind === STYLED) styled += 1;
    if (codePoint >= 0xff21 && codePoint <= 0xff5a) wide += 1;
    if (fold.kind === LATIN || fold.kind === STYLED) latin += 1;
    end += codePoint > 0xffff ? 2 : 1;
  }
  let isMixed = foreign > 0 && (latin > 0 || isAmongMixed || (scripts & (scripts - 1)) !== 0);
  if (isMixed && !isAmongMixed && isInflected(folds)) isMixed = false;
  if (!isMixed && foreign >= FEIGNED_MIN && (rare === foreign || folds.some(isRareCyrillic)))
    isMixed = vocabulary().has(asWord(folds).toLowerCase());
  const faux = foreign < 0 && folds.length >= FAUX_MIN ? asFaux(folds) : undefined;
  if (faux !== undefined) return { end, reading: faux, isMixed: true, isStyled: false, isWide: false };
  let reading = "";
  if (isMixed) reading = asWord(folds);
  else
    for (const { letter, character, kind } of folds)
      reading += kind === FOREIGN || (kind === MARK && foreign < 0) ? character : letter;
  return { end: Math.max(end, start + 1), reading, isMixed, isStyled: styled > 1, isWide: wide > 1 };
}

function isRareCyrillic({ character }: Fold): boolean {
  return RARE_CYRILLIC.test(character);
}

/** A word of English in letters and signs of which some only generators of fancy text take for Latin ones. */
function asFaux(folds: readonly Fold[]): string | undefined {
  let word = "";
  for (const { letter, character, kind } of folds) {
    const read = kind === MARK || /^[A-Za-z]/.test(letter) ? letter : fauxLetterOf(character);
    if (read === undefined) return undefined;
    word += read.toLowerCase();
  }
  const words = vocabulary();
  // To some of them an l is an i.
  return [word, word.replaceAll("l", "i"), word.replace(/^l/, "i")].find((one) => words.has(one));
}

const FAUX_MIN = 4;

/** `VPNом`, `kΩ`: capitals with an ending of another language, and units of physics. */
function isInflected(folds: readonly Fold[]): boolean {
  const word = folds.map(({ character }) => character).join("");
  if (/^[A-Z]{2,}[\u0430-\u045f]{1,4}$/.test(word)) return true;
  return UNIT.test(word) && !(word.length >= FEIGNED_MIN && vocabulary().has(asWord(folds).toLowerCase()));
}

/** One letter of Greek that is none of Latin, before or behind a few. */
const UNIT =
  /^(?:[A-Za-z]{0,3}[\u03a9\u0394\u03a3\u03a6\u03b1-\u03be\u03c0-\u03c9\u00b5][A-Za-z]{0,3}|[A-Za-z]{1,3}[\u0391-\u03c9]\d?)$/;

/** A word with look-alikes as it reads. To the table a capital I is a small l: where that makes no word, it is tried as an i. */
function asWord(folds: readonly Fold[]): string {
  const word = folds.map(({ letter }) => letter).join("");
  if (!folds.some(({ letter, kind }) => kind === FOREIGN && letter === "l")) return word;
  const other = folds.map(({ letter, kind }) => (kind === FOREIGN && letter === "l" ? "i" : letter)).join("");
  const words = vocabulary();
  return !words.has(word.toLowerCase()) && words.has(other.toLowerCase()) ? other : word;
}

/** One bit for each script that has look-alikes. */
function scriptOf(codePoint: number): number {
  if (codePoint < 0x400) return 1;
  if (codePoint < 0x530 || (codePoint >= 0x1c80 && codePoint < 0x1d00)) return 2;
  if (codePoint < 0x590) return 4;
  if (codePoint < 0x2000) return codePoint < 0x1400 ? 8 : 16;
  return codePoint < 0x3000 ? 32 : 64;
}

export function isWideSpace(code: number): boolean {
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2800 ||
    code === 0x3000
  );
}

export function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}
