/** Marks by which manuals, tables and source are told from prose, each a feature of its own. */
const CODE = 1;
const LINK = 2;
const TABLE = 4;
const QUESTION = 8;
const EXCLAMATION = 16;
const BRACKET = 32;
export const SHOUTED = 64;
const EMPHASIS = 128;

function isWordUnit(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return code >= 0xaa && !(code >= 0x2010 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f);
}

export const NO_LETTER = 0;
/** Each unit of a word, capitals as small letters. */
export const FOLDED: Uint16Array = Uint16Array.from({ length: 0x10000 }, (_, unit) => {
  if (!isWordUnit(unit)) return NO_LETTER;
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
});

export const DIGITS_END = 58;
export const COLON = 58;
export const AT = 64;
export const APOSTROPHES: ReadonlySet<number> = new Set([39, 0x2019]);

export const SMALL = 1;
export const ENDS = 2;
/** What usual words are made of and end with; the rest has to be looked at more closely. */
export const USUAL: Uint8Array = FOLDED.reduce((usual, folded, unit) => {
  if (folded !== NO_LETTER) usual[unit] = folded === unit && unit >= DIGITS_END ? SMALL : 0;
  else if (!APOSTROPHES.has(unit) && unit !== AT && unit !== COLON) usual[unit] = ENDS;
  return usual;
}, new Uint8Array(0x10000));

/** What a mark raises, by what follows it; 0 where it is none. */
export function flagOf(code: number, next: number): number {
  if (code <= 32 || code === 44 || code === 46) return 0;
  if (code === 96) return CODE;
  if (code === 93) return next === 40 ? LINK : 0;
  if (code === 124) return TABLE;
  if (code === 63) return QUESTION;
  if (code === 33) return EXCLAMATION;
  if (code === 40 || code === 91 || code === 123) return isWordUnit(next) ? BRACKET : 0;
  return (code === 42 || code === 95) && next === code ? EMPHASIS : 0;
}

/** Whether `at` lies between the backslash of an escaped line end and its letter. */
export function isInEscape(text: string, at: number): boolean {
  return at > 0 && text.charCodeAt(at - 1) === 92 && isEscapedSpace(text.charCodeAt(at));
}

/** The letter behind the backslash of `\n`, `\r`, `\t` in a string of JSON. */
export function isEscapedSpace(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
}
