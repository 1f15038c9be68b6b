/**
 * Whether a text is so usual that two places have it without one being copied from the other: format words, and sentences' glue.
 * Takes folded text.
 */
const WORDS = new Set(
  (
    "a an the of to in on at by for from with and or not is are was were be been has have had will would can could should may might " +
    "this that these those it its as if then than so but you your we our they their i he she his her do does did no yes all any each " +
    "true false null none undefined name type value key id data text content string number boolean object array list item items " +
    "description title path file files folder directory url http https www com org net html body head div span class style script " +
    "application json text plain charset utf utf8 utf-8 get post put patch delete status code error message result results ok success " +
    "date time created updated version date utc gmt mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep oct nov dec " +
    "function const let var return import export default async await new class public static void int " +
    "workspace project home user usr tmp src lib test tests"
  ).split(" "),
);

/** A piece with less of letters and digits than this is rulers, brackets and space. */
const LEAST_SAYING = 8;

export function isCommonText(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const saying = words.reduce((sum, word) => sum + word.length, 0);
  if (saying < LEAST_SAYING) return true;
  // The first and last word may be cut: what is left of a usual word is usual.
  return words.every((word, index) => WORDS.has(word) || (isEnd(index, words.length) && isPartOfWord(word)));
}

function isEnd(index: number, length: number): boolean {
  return index === 0 || index === length - 1;
}

function isPartOfWord(part: string): boolean {
  if (part.length > 9) return false;
  for (const word of WORDS) if (word.startsWith(part) || word.endsWith(part)) return true;
  return false;
}
