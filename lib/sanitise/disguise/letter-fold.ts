import { prototypeOf } from "#lib/look-alikes/skeleton.ts";
import { LOOK_ALIKE_SCRIPTS } from "../mixed-script.ts";

export const OTHER = 0;
/** A letter of Latin, with or without marks. */
export const LATIN = 1;
/** A letter made for mathematics, decoration or another width. */
export const STYLED = 2;
/** A letter of another script; its look in Latin, if it has one. */
export const FOREIGN = 3;
/** A mark above or below a letter. */
export const MARK = 4;

/** How one character reads to whoever reads it in a Latin word. */
export interface Fold {
  readonly character: string;
  /** How it reads in Latin; itself, where it does not. */
  readonly letter: string;
  readonly kind: number;
}

const CACHE_MAX = 8192;
const folds = new Map<number, Fold>();

export function foldOf(codePoint: number): Fold {
  const known = folds.get(codePoint);
  if (known !== undefined) return known;
  const fold = makeFold(codePoint);
  if (folds.size >= CACHE_MAX) folds.clear();
  folds.set(codePoint, fold);
  return fold;
}

/** Noughts of India among them, which stand for an o. */
const LOOKS_FOREIGN = new RegExp(`[${LOOK_ALIKE_SCRIPTS}\\u0966\\u09e6\\u0c66]`, "u");

function makeFold(codePoint: number): Fold {
  const character = String.fromCodePoint(codePoint);
  if (/\p{Mn}|\p{Me}/u.test(character)) return { character, letter: "", kind: MARK };
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
  const letter = /^[A-Za-z]{1,2}$/.test(shown)
    ? shown
    : (NEARLY.get(character) ?? smallCherokee(character) ?? character);
  if (LOOKS_FOREIGN.test(character)) return { character, letter, kind: FOREIGN };
  if (/\p{Script=Latin}/u.test(character)) return { character, letter, kind: LATIN };
  return { character, letter: character, kind: OTHER };
}

/** Small letters of Cherokee look as its capitals do, which are what the table knows. */
function smallCherokee(character: string): string | undefined {
  const capital = character.toUpperCase();
  if (capital === character || !/\p{Script=Cherokee}/u.test(character)) return undefined;
  const shown = prototypeOf(capital);
  return /^[A-Za-z]$/.test(shown) ? shown.toLowerCase() : NEARLY.get(capital)?.toLowerCase();
}

/** Letters of other scripts that are taken for Latin ones though they are not quite the same. */
const NEARLY: ReadonlyMap<string, string> = new Map(
  "ηn τt κk υu νv ιi εe χx ωw αa ρp σo γy βb μu гr пn мm тt кk вb нh иu яr уy лn зz бb эe ҽe ԛq ԍg єe ⲁa ⲃb ⲉe ⲏh ⲕk ⲙm ⲛn ⲧt ⲭx ⲱw ⲀA ⲈE ᗩA ᑕC ᗴE ᕮE ᑎN ᔕS ᗯW ᘔZ ᑫq ᎶG ᎯA ᎾO ᎧO ᏁN ᏝL ᏋE ᏗA ᏰB ᏬU ᏉV ᏯW ᎦF ᎿT ᏖT ᎮP ᏨC"
    .split(" ")
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

/** Latin letters with a stroke or a turn, and ligatures: no mark of theirs can be taken off. */
const STRUCK: ReadonlyMap<string, string> = new Map(
  "đd ĐD ðd ÐD łl ŁL øo ØO ħh ĦH ŧt ŦT ßss ɨi ƀb ɓb ǥg ɠg ɍr ɏy ȼc ɇe Ɇe ⱥa ȺA ꝁk ꝑp ƒf ɗd ƙk ɫl ɱm ɲn ŋn ƥp ʠq ɽr ʂs ƭt ʋv ⱱv ƴy ʐz ɐa ɑa ɒa ɔc əe ǝe ɛe ɘe ɟf ɡg ƃg ɥh ɩi ʞk ɭl ɯm ɹr ᴉi ɾj ƨs ʇt ʌv ʍw ʎy ʉu ɄU ⱳw ⱲW ƶz ƵZ ƗI œoe ŒOE æae ÆAE"
    .split(" ")
    .map((pair) => [Array.from(pair)[0] ?? "", pair.slice((Array.from(pair)[0] ?? "").length)] as const),
);

const SMALL_CAPITALS =
  "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\ua7af\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21";
const SMALL_CAPITAL_LETTERS = "abcdefghijklmnopqrstuvw";

/** The letters of braille, a to z. A spinner shows one of them at a time. */
const BRAILLE = "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵";

/** Small capitals, braille and negative circled, squared and regional letters, which have no compatibility form. */
function enclosedLetter(codePoint: number): string | undefined {
  const small = SMALL_CAPITALS.indexOf(String.fromCodePoint(codePoint));
  if (small >= 0) return SMALL_CAPITAL_LETTERS[small];
  const braille = BRAILLE.indexOf(String.fromCodePoint(codePoint));
  if (braille >= 0) return String.fromCharCode(97 + braille);
  for (const first of [0x249c, 0x1f130, 0x1f150, 0x1f170, 0x1f1e6]) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(97 + codePoint - first);
  }
  return undefined;
}
