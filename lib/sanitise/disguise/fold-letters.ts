import { prototypeOf } from "#lib/look-alikes/skeleton.ts";
import { plainShadow, type Shadow, ShadowWriter } from "./shadow.ts";

/**
 * Letters as a model reads them: full-width, circled, mathematical, accented, and letters of another script inside of a Latin
 * word. A word wholly in its own script is language and stays as it is. The text as given is never replaced by this one.
 */
export function foldLetters(text: string): Shadow {
  const first = firstFoldable(text);
  if (first < 0) return plainShadow(text);
  const writer = new ShadowWriter(text, first);
  for (let at = first; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code < 0x80 && !isAsciiLetter(code)) {
      writer.take(at, code);
      at += 1;
      continue;
    }
    at = foldWord(text, at, writer);
  }
  return writer.finish();
}

/** Where the first unit stands that may be a letter in disguise; -1 where the text has none. */
function firstFoldable(text: string): number {
  const found = FOLDABLE.exec(text);
  return found === null ? -1 : wordStart(text, found.index);
}

/** Latin with marks, look-alikes, circled, full-width, and the halves of mathematical and enclosed letters. */
const FOLDABLE =
  /[\u00c0-\u024f\u0250-\u02ff\u1d00-\u1dbf\u1e00-\u1eff\u2090-\u209c\u2100-\u214f\u2460-\u24ff\ua720-\ua7ff\uff21-\uff3a\uff41-\uff5a]|[\u0300-\u036f]|[\u0370-\u058f\u13a0-\u13ff\u1c80-\u1c8f](?=[A-Za-z])|(?<=[A-Za-z])[\u0370-\u058f\u13a0-\u13ff\u1c80-\u1c8f]|\ud835[\udc00-\udfff]|\ud83c[\udd30-\uddff]/;

function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 32 && isAsciiLetter(text.charCodeAt(start - 1))) start--;
  return start;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

const WORD_MAX = 64;

/** Writes the word that begins at `at`; answers where it ends. */
function foldWord(text: string, at: number, writer: ShadowWriter): number {
  let end = at;
  let latin = 0;
  let foreign = 0;
  let styled = 0;
  while (end < text.length && end - at < WORD_MAX) {
    const codePoint = text.codePointAt(end) as number;
    if (codePoint < 0x80 && !isAsciiLetter(codePoint)) break;
    const { letter, kind } = foldOf(codePoint);
    if (kind === FOREIGN && letter !== "") foreign += 1;
    else if (kind === FOREIGN || kind === OTHER) foreign = -WORD_MAX;
    else if (kind === STYLED) styled += 1;
    if (kind === LATIN || kind === STYLED) latin += 1;
    end += codePoint > 0xffff ? 2 : 1;
  }
  const mixed = foreign > 0 && latin > 0;
  if (mixed) writer.noteMixed(at);
  else if (styled > 1) writer.noteStyled(at);
  for (let inside = at; inside < end; ) {
    const codePoint = text.codePointAt(inside) as number;
    const { letter, kind } = foldOf(codePoint);
    if (kind === MARK) writer.skip();
    else if (kind === OTHER || (kind === FOREIGN && !mixed)) writer.takeCodePoint(inside, codePoint);
    else for (const unit of letter) writer.take(inside, unit.charCodeAt(0));
    inside += codePoint > 0xffff ? 2 : 1;
  }
  return end;
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
  if (codePoint >= 0x300 && codePoint <= 0x36f) return { letter: "", kind: MARK };
  if (codePoint < 0x80) return { letter: character, kind: LATIN };
  const enclosed = enclosedLetter(codePoint);
  if (enclosed !== undefined) return { letter: enclosed, kind: STYLED };
  const compatible = character.normalize("NFKC");
  if (compatible !== character && /^[A-Za-z0-9]{1,3}$/.test(compatible)) return { letter: compatible, kind: STYLED };
  const bare = character.normalize("NFKD").replace(/\p{M}/gu, "");
  if (/^[A-Za-z]{1,3}$/.test(bare)) return { letter: bare, kind: LATIN };
  const shown = prototypeOf(character);
  const looks = /^[A-Za-z]{1,2}$/.test(shown) ? shown : "";
  if (LOOKS_FOREIGN.test(character)) return { letter: looks, kind: FOREIGN };
  if (/\p{Script=Latin}/u.test(character)) return { letter: looks === "" ? character : looks, kind: LATIN };
  return { letter: character, kind: OTHER };
}

const SMALL_CAPITALS =
  "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\ua7af\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21";
const SMALL_CAPITAL_LETTERS = "abcdefghijklmnopqrstuvw";

/** Small capitals and negative circled, squared and regional letters, which have no compatibility form. */
function enclosedLetter(codePoint: number): string | undefined {
  const small = SMALL_CAPITALS.indexOf(String.fromCodePoint(codePoint));
  if (small >= 0) return SMALL_CAPITAL_LETTERS[small];
  for (const first of [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(97 + codePoint - first);
  }
  return undefined;
}
