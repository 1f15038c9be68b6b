import { isVariationSelector } from "./characters.ts";
import * as trait from "./traits.ts";
import { traitsOf } from "./traits.ts";

/**
 * Where a character that shows nothing is honest: joiners in Persian, Indic scripts and emoji, selectors after what they
 * select, break points in scripts without spaces, directional marks in right-to-left text. Judged for a whole cluster of
 * hidden characters between two visible ones, because removing one of them must never change the verdict on its neighbour.
 */
export interface Company {
  /** The visible code points beside the cluster; -1 at the ends of the text. */
  readonly before: number;
  readonly after: number;
  readonly atStart: boolean;
  /** Whether right-to-left letters are the nearest letters on either side. Asked for directional marks only. */
  readonly isNearRightToLeft: () => boolean;
}

const ZWSP = 0x200b;
const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const TEXT_STYLE = 0xfe0e;
const EMOJI_STYLE = 0xfe0f;
const KEYCAP = 0x20e3;

/** The three flags that are written with tags: England, Scotland, Wales. */
const TAGGED_FLAGS = new Set(["gbeng", "gbsct", "gbwls"]);
const BLACK_FLAG = 0x1f3f4;
const CANCEL_TAG = 0xe007f;

/** How many characters of the cluster stay, counted from its first. Run on what stays, the answer is the same. */
export function countKept(cluster: readonly number[], company: Company): number {
  const first = cluster[0];
  if (first === undefined) return 0;
  if (cluster.length === 1) return isHonest(first, company) ? 1 : 0;
  if (cluster.length === 2 && first === EMOJI_STYLE && cluster[1] === ZWJ) {
    return has(company.before, trait.EMOJI) && has(company.after, trait.PICTOGRAPH) ? 2 : 0;
  }
  if (company.before === BLACK_FLAG && isTaggedFlag(cluster)) return cluster.length;
  // A doubled joiner or mark is a slip of the hand: one stays. Selectors in a row are a code, and none does.
  const doubled = !isVariationSelector(first) && cluster.every((codePoint) => codePoint === first);
  return doubled && isHonest(first, company) ? 1 : 0;
}

function isTaggedFlag(cluster: readonly number[]): boolean {
  if (cluster.length !== 6 || cluster[5] !== CANCEL_TAG) return false;
  const region = cluster.slice(0, 5).map((tag) => String.fromCharCode(tag - 0xe0000));
  return TAGGED_FLAGS.has(region.join(""));
}

function has(codePoint: number, traits: number): boolean {
  return (traitsOf(codePoint) & traits) !== 0;
}

export function isHonest(codePoint: number, company: Company): boolean {
  const { before, after } = company;
  switch (codePoint) {
    case ZWJ:
      if (has(before, trait.PICTOGRAPH | trait.SKIN_TONE) && has(after, trait.PICTOGRAPH)) return true;
      return has(before, trait.VIRAMA | trait.JOINING) || has(after, trait.VIRAMA | trait.JOINING);
    case ZWNJ:
      return has(before, trait.VIRAMA | trait.JOINING) || has(after, trait.VIRAMA | trait.JOINING);
    case ZWSP:
      return has(before, trait.UNSPACED) || has(after, trait.UNSPACED);
    case 0x200e:
    case 0x200f:
    case 0x061c:
      return company.isNearRightToLeft();
    case TEXT_STYLE:
    case EMOJI_STYLE:
      return has(before, trait.EMOJI) && (!has(before, trait.KEYCAP_BASE) || after === KEYCAP);
    case 0xfeff:
      return company.atStart;
    case 0x034f:
      return has(before, trait.HEBREW_MARK);
    case 0x115f:
      return has(after, trait.HANGUL_JAMO);
    case 0x1160:
      return has(before, trait.HANGUL_JAMO);
    case 0x1d159:
      return isBetween(before, 0x1d100, 0x1d1ff) || isBetween(after, 0x1d100, 0x1d1ff);
    case 0x13441:
    case 0x13442:
      return isBetween(before, 0x13000, 0x143ff) || isBetween(after, 0x13000, 0x143ff);
    case 0x16fe4:
      return isBetween(before, 0x18b00, 0x18cff);
    case 0x180e:
      return has(before, trait.MONGOLIAN) && has(after, trait.MONGOLIAN);
    default:
      return isRegisteredVariant(codePoint, before);
  }
}

function isBetween(codePoint: number, first: number, last: number): boolean {
  return codePoint >= first && codePoint <= last;
}

/** No sign of Chinese has more forms registered than this many; behind them the selectors are bytes. */
const LAST_IDEOGRAPHIC = 0xe012f;

function isRegisteredVariant(codePoint: number, before: number): boolean {
  if (codePoint >= 0x180b && codePoint <= 0x180f) return has(before, trait.MONGOLIAN);
  if (codePoint >= 0xe0100 && codePoint <= LAST_IDEOGRAPHIC) return has(before, trait.IDEOGRAPH);
  if (codePoint === 0xfe00 && has(before, trait.MATHS_OR_ZERO | trait.MYANMAR | trait.MONGOLIAN)) return true;
  if (codePoint >= 0xfe00 && codePoint <= 0xfe02 && has(before, trait.IDEOGRAPH)) return true;
  return (codePoint === 0xfe00 || codePoint === 0xfe01) && has(before, trait.EAST_ASIAN_PUNCTUATION);
}
