import { isVariationSelector } from "./characters.ts";

/**
 * Where a character that shows nothing is honest: joiners in Persian, Indic scripts and emoji, selectors after what they
 * select, break points in scripts without spaces, directional marks in right-to-left text. Judged for a whole cluster of
 * hidden characters between two visible ones, because removing one of them must never change the verdict on its neighbour.
 */

/** A cluster of hidden characters and the text around it; `before` and `after` are empty at the ends of the text. */
export interface Company {
  /** The visible character before, as a string of one code point. */
  readonly before: string;
  readonly after: string;
  readonly atStart: boolean;
  /** Whether right-to-left letters are the nearest letters on either side. Asked for directional marks only. */
  readonly nearRightToLeft: () => boolean;
}

const ZWSP = 0x200b;
const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const TEXT_STYLE = 0xfe0e;
const EMOJI_STYLE = 0xfe0f;

const EMOJI = /^\p{Emoji}$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const PICTOGRAPH_OR_TONE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const KEYCAP_BASE = /^[0-9#*]$/;
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Nushu}\p{Script=Tangut}]$/u;
const MONGOLIAN = /^[\p{Script=Mongolian}\p{Script=Phags_Pa}]$/u;
const HANGUL_JAMO = /^[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/;
/** Letters, marks and digits of the scripts whose letters join: the zero-width non-joiner separates them. */
const JOINING =
  /^[\p{Script_Extensions=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Manichaean}\p{Script=Mongolian}\p{Script=Sogdian}]$/u;
const COMMON_PUNCTUATION = /^[\p{P}\p{S}]$/u;
/** Scripts written without spaces between words. */
const UNSPACED =
  /^[\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}\p{Script=Tai_Le}]$/u;
/** Signs that suppress a vowel (virama and its kin): joiners behind them choose the form of the cluster. */
const VIRAMA =
  /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{1107f}\u{110b9}\u{11133}\u{111c0}\u{11235}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}]$/u;
const HEBREW_MARK = /^[\u0591-\u05c7]$/;
const MATHS_OR_ZERO = /^[\p{Sm}0]$/u;
const MYANMAR = /^\p{Script=Myanmar}$/u;
/** Punctuation with registered corner and centre forms in East Asian type. */
const EAST_ASIAN_PUNCTUATION = /^[\u2018\u2019\u201c\u201d\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]$/;

/** The three flags that are written with tags: England, Scotland, Wales. */
const TAGGED_FLAGS = new Set(["gbeng", "gbsct", "gbwls"]);
const BLACK_FLAG = "\u{1f3f4}";
const CANCEL_TAG = 0xe007f;

/** How many characters of the cluster stay, counted from its first. Run on what stays, the answer is the same. */
export function countKept(cluster: readonly number[], company: Company): number {
  const [first, second] = cluster;
  if (first === undefined) return 0;
  if (cluster.length === 1) return isHonest(first, company) ? 1 : 0;
  if (cluster.length === 2 && first === EMOJI_STYLE && second === ZWJ) {
    return EMOJI.test(company.before) && PICTOGRAPH.test(company.after) ? 2 : 0;
  }
  if (company.before === BLACK_FLAG && isTaggedFlag(cluster)) return cluster.length;
  // A doubled joiner or mark is a slip of the hand: one stays. Selectors in a row are a code, and none does.
  const doubled = !isVariationSelector(first) && cluster.every((codePoint) => codePoint === first);
  return doubled && isHonest(first, company) ? 1 : 0;
}

function isTaggedFlag(cluster: readonly number[]): boolean {
  if (cluster.length !== 6 || cluster[5] !== CANCEL_TAG) return false;
  const region = cluster.slice(0, 5).map((tag) => String.fromCharCode(tag & 0x7f));
  return cluster.every((tag) => tag >> 7 === 0xe0000 >> 7) && TAGGED_FLAGS.has(region.join(""));
}

function isHonest(codePoint: number, company: Company): boolean {
  const { before, after } = company;
  switch (codePoint) {
    case ZWJ:
      if (PICTOGRAPH_OR_TONE.test(before) && PICTOGRAPH.test(after)) return true;
      return VIRAMA.test(before) || VIRAMA.test(after) || joins(before) || joins(after);
    case ZWNJ:
      return VIRAMA.test(before) || VIRAMA.test(after) || joins(before) || joins(after);
    case ZWSP:
      return UNSPACED.test(before) || UNSPACED.test(after);
    case 0x200e:
    case 0x200f:
    case 0x061c:
      return company.nearRightToLeft();
    case TEXT_STYLE:
    case EMOJI_STYLE:
      if (KEYCAP_BASE.test(before)) return after === "\u20e3";
      return EMOJI.test(before);
    case 0xfeff:
      return company.atStart;
    case 0x034f:
      return HEBREW_MARK.test(before);
    case 0x115f:
      return HANGUL_JAMO.test(after);
    case 0x1160:
      return HANGUL_JAMO.test(before);
    case 0x180e:
      return MONGOLIAN.test(before) && MONGOLIAN.test(after);
    default:
      return isRegisteredVariant(codePoint, before);
  }
}

function joins(character: string): boolean {
  // Punctuation that Arabic shares with other scripts says nothing about the script around it.
  return JOINING.test(character) && !COMMON_PUNCTUATION.test(character);
}

function isRegisteredVariant(codePoint: number, before: string): boolean {
  if (codePoint >= 0x180b && codePoint <= 0x180f) return MONGOLIAN.test(before);
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return IDEOGRAPH.test(before);
  if (codePoint === 0xfe00 && (MATHS_OR_ZERO.test(before) || MYANMAR.test(before) || MONGOLIAN.test(before)))
    return true;
  if (codePoint >= 0xfe00 && codePoint <= 0xfe02 && IDEOGRAPH.test(before)) return true;
  return (codePoint === 0xfe00 || codePoint === 0xfe01) && EAST_ASIAN_PUNCTUATION.test(before);
}
