/**
 * What a visible character is, as far as it matters to the hidden ones beside it. Asked of the engine's own Unicode tables
 * once for each character and remembered: honest Persian and emoji ask the same few questions thousands of times.
 */

export const EMOJI = 1 << 0;
export const PICTOGRAPH = 1 << 1;
export const SKIN_TONE = 1 << 2;
export const IDEOGRAPH = 1 << 3;
export const MONGOLIAN = 1 << 4;
export const HANGUL_JAMO = 1 << 5;
/** Letters, marks and digits of the scripts whose letters join: the zero-width non-joiner separates them. */
export const JOINING = 1 << 6;
/** Scripts written without spaces between words. */
export const UNSPACED = 1 << 7;
/** Signs that suppress a vowel (virama and its kin): joiners beside them choose the form of the cluster. */
export const VIRAMA = 1 << 8;
export const HEBREW_MARK = 1 << 9;
export const MATHS_OR_ZERO = 1 << 10;
export const MYANMAR = 1 << 11;
/** Punctuation with registered corner and centre forms in East Asian type. */
export const EAST_ASIAN_PUNCTUATION = 1 << 12;
export const RIGHT_TO_LEFT = 1 << 13;
export const LETTER = 1 << 14;
export const KEYCAP_BASE = 1 << 15;

const TESTS: readonly (readonly [trait: number, test: RegExp])[] = [
  [EMOJI, /\p{Emoji}/u],
  [PICTOGRAPH, /\p{Extended_Pictographic}/u],
  [SKIN_TONE, /\p{Emoji_Modifier}/u],
  [IDEOGRAPH, /[\p{Script=Han}\p{Script=Nushu}\p{Script=Tangut}]/u],
  [MONGOLIAN, /[\p{Script=Mongolian}\p{Script=Phags_Pa}]/u],
  [HANGUL_JAMO, /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/],
  [
    JOINING,
    // Punctuation that Arabic shares with other scripts says nothing about the script around it.
    /(?![\p{P}\p{S}])[\p{Script_Extensions=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Manichaean}\p{Script=Mongolian}\p{Script=Sogdian}]/u,
  ],
  [
    UNSPACED,
    /[\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}\p{Script=Tai_Le}]/u,
  ],
  [
    VIRAMA,
    /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{1107f}\u{110b9}\u{11133}\u{111c0}\u{11235}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}]/u,
  ],
  [HEBREW_MARK, /[\u0591-\u05c7]/],
  [MATHS_OR_ZERO, /[\p{Sm}0]/u],
  [MYANMAR, /\p{Script=Myanmar}/u],
  [EAST_ASIAN_PUNCTUATION, /[\u2018\u2019\u201c\u201d\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/],
  [
    RIGHT_TO_LEFT,
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Yezidi}]/u,
  ],
  [LETTER, /\p{L}/u],
  [KEYCAP_BASE, /[0-9#*]/],
];

const KNOWN = 1 << 31;
/** The basic plane, filled in as characters are asked for. */
const basic = new Int32Array(0x10000);
/** The other planes. Emptied when full: a text of all characters there are must not keep them all in memory. */
const CACHE_MAX = 4096;
const others = new Map<number, number>();

/** The traits of a code point; none for -1, which stands for the ends of the text. */
export function traitsOf(codePoint: number): number {
  if (codePoint < 0) return 0;
  const known = codePoint < 0x10000 ? (basic[codePoint] as number) : (others.get(codePoint) ?? 0);
  if (known !== 0) return known;
  const character = String.fromCodePoint(codePoint);
  let traits = KNOWN;
  for (const [trait, test] of TESTS) if (test.test(character)) traits |= trait;
  if (codePoint < 0x10000) basic[codePoint] = traits;
  else {
    if (others.size >= CACHE_MAX) others.clear();
    others.set(codePoint, traits);
  }
  return traits;
}
