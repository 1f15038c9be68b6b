/**
 * Which characters may hide something. Explicit sets: general categories alone let variation selectors through (they are
 * marks) and would take joiners out of Persian and emoji.
 */

type Range = readonly [first: number, last: number];

/** Characters that show nothing and are honest in some company only; `countKept` in honest-company.ts knows the company. */
const HIDDEN: readonly Range[] = [
  [0x00ad, 0x00ad], // soft hyphen
  [0x034f, 0x034f], // combining grapheme joiner
  [0x061c, 0x061c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5], // Khmer inherent vowels
  [0x180b, 0x180f], // Mongolian selectors and vowel separator
  [0x200b, 0x200f], // zero-width space, joiners, directional marks
  [0x202a, 0x202e], // embeddings, overrides
  [0x2060, 0x206f], // word joiner, invisible operators, isolates, deprecated format characters
  [0x3164, 0x3164], // Hangul filler
  [0xfdd0, 0xfdef], // noncharacters
  [0xfe00, 0xfe0f], // variation selectors
  [0xfeff, 0xfeff], // byte order mark, once zero-width no-break space
  [0xffa0, 0xffa0], // half-width Hangul filler
  [0xfff0, 0xfffb], // interlinear annotation, and unassigned default-ignorables before it
  [0xfffe, 0xffff], // noncharacters
  [0x13430, 0x1343f], // hieroglyph format controls
  [0x1bca0, 0x1bca3], // shorthand format controls
  [0x1d173, 0x1d17a], // musical format controls
  [0x13441, 0x13442], // blanks among hieroglyphs
  [0x16fe4, 0x16fe4], // filler of Khitan
  [0x1d159, 0x1d159], // head of a note that is not drawn
  [0xe0000, 0xe0fff], // tags, supplementary variation selectors, unassigned default-ignorables
];

/** Characters that hide nothing alone and carry codes by how many and of which kind they are: marks on letters, spaces of other widths. */
const WATCHED_UNITS: readonly Range[] = [
  [0x00a0, 0x00a0],
  [0x0300, 0x036f],
  [0x1680, 0x1680],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x20d0, 0x20ff],
  [0x2800, 0x2800],
  [0x2de0, 0x2dff],
  [0x3000, 0x3000],
  [0xfe20, 0xfe2f],
];

export const PLAIN = 0;
/** Shows nothing: out, unless its company makes it honest. */
export const HIDES = 1;
/** Private use or unassigned in the basic plane: single glyphs are icons, a run can carry data. */
export const CARRIES = 2;
/** The first half of a pair: look at the code point. */
const LEADS = 3;
/** Plain, but counted. */
const WATCHED = 4;
export type CharacterClass = typeof PLAIN | typeof HIDES | typeof CARRIES;

const UNASSIGNED = /^\p{Cn}$/u;

const UNITS: Uint8Array = buildUnits();

function buildUnits(): Uint8Array {
  const units = new Uint8Array(0x10000);
  for (let unit = 0x0370; unit < 0x10000; unit++) {
    if ((unit < 0xd800 || unit > 0xdfff) && UNASSIGNED.test(String.fromCharCode(unit))) units[unit] = CARRIES;
  }
  units.fill(CARRIES, 0xe000, 0xf900);
  units.fill(LEADS, 0xd800, 0xdc00);
  for (const [first, last] of HIDDEN) if (last < 0x10000) units.fill(HIDES, first, last + 1);
  for (const [first, last] of WATCHED_UNITS)
    for (let unit = first; unit <= last; unit++) if (units[unit] === PLAIN) units[unit] = WATCHED;
  return units;
}

export function isPlainUnit(unit: number): boolean {
  return UNITS[unit] === PLAIN;
}

export function isWatchedUnit(unit: number): boolean {
  return UNITS[unit] === WATCHED;
}

/** A colour of skin, or a letter of a flag. */
export function isWatchedPicture(codePoint: number): boolean {
  return (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff) || (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff);
}

/** The class of a code point in well-formed text. */
export function classOf(codePoint: number): CharacterClass {
  if (codePoint < 0x10000) {
    const kind = UNITS[codePoint] as number;
    return kind === WATCHED ? PLAIN : (kind as CharacterClass);
  }
  // Emoji live in these planes by the million; nothing in them is hidden, and an emoji newer than our tables is no threat.
  if (codePoint >= 0x1f000 && codePoint <= 0x1faff) return PLAIN;
  if (codePoint >= 0xe0000 && codePoint <= 0xe0fff) return HIDES;
  // Planes 15 and 16 are private as a whole, and the last two code points of each plane are no characters.
  if (codePoint >= 0xf0000 || (codePoint & 0xfffe) === 0xfffe) return HIDES;
  for (const [first, last] of HIDDEN) if (codePoint >= first && codePoint <= last) return HIDES;
  return UNASSIGNED.test(String.fromCodePoint(codePoint)) ? CARRIES : PLAIN;
}

/** Of ASCII. */
export function isSmallLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

export function isVariationSelector(codePoint: number): boolean {
  return (codePoint >= 0xfe00 && codePoint <= 0xfe0f) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef);
}

export function isTag(codePoint: number): boolean {
  return codePoint >= 0xe0000 && codePoint <= 0xe007f;
}

export function isDirectionalControl(codePoint: number): boolean {
  return (codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069);
}
