/**
 * Letters of another script inside a Latin word: `pаypal` with a Cyrillic а reads like the honest word and is another one.
 * Only mixed words are marked. A word wholly in its own script is language, not disguise.
 */

/** Scripts that Latin has look-alikes in, as a part of a class. No word of theirs has Latin letters too. */
export const LOOK_ALIKE_SCRIPTS = [
  ..."Cyrillic Greek Armenian Cherokee Georgian Canadian_Aboriginal Runic Coptic Tifinagh Lisu".split(" "),
  ..."Lycian Carian Old_Italic Deseret Osage Elbasan Warang_Citi Miao".split(" "),
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");

const MIXED_WORD = new RegExp(`[\\p{Script=Latin}${LOOK_ALIKE_SCRIPTS}\\p{M}]{2,}`, "gu");
const LATIN = /\p{Script=Latin}/u;
const FOREIGN = new RegExp(`[${LOOK_ALIKE_SCRIPTS}]`, "gu");
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
