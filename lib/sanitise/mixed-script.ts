/**
 * Letters of another script inside a Latin word: `pаypal` with a Cyrillic а reads like the honest word and is another one.
 * Only mixed words are marked. A word wholly in its own script is language, not disguise.
 */

const MIXED_WORD =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{M}]{2,}/gu;
const LATIN = /\p{Script=Latin}/u;
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything up to the end of Latin is what needs no second look
const ONLY_LATIN = /^[\x00-\u036f]*$/;

/** Calls `found` for each such letter, in text order. */
export function eachForeignLetter(text: string, found: (at: number, codePoint: number) => void): void {
  if (ONLY_LATIN.test(text)) return;
  for (const word of text.matchAll(MIXED_WORD)) {
    const letters = word[0];
    if (!LATIN.test(letters) || isUnit(letters)) continue;
    for (const letter of letters.matchAll(FOREIGN)) {
      found(word.index + letter.index, letter[0].codePointAt(0) as number);
    }
  }
}

/** μm, Ωm, Δt, πr: one Greek letter in front of a few Latin ones is physics. */
function isUnit(letters: string): boolean {
  return letters.length <= 4 && /^\p{Script=Greek}\p{Script=Latin}+$/u.test(letters);
}
