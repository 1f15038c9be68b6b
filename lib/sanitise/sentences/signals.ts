import { leetForms } from "../disguise/leet.ts";
import { misspelt } from "../disguise/misspelt.ts";
import { inMorse } from "../disguise/morse.ts";
import { mirrored, reversed, rotated, shifted, turnedOver, upsideDown } from "../disguise/turned.ts";
import { GATE_GROUPS, OPENS } from "./gate-words.ts";
import { KeywordFilter } from "./keyword-filter.ts";
import { latinOpenings } from "./languages/readers.ts";

/**
 * Everything that one pass over a text looks out for: words that open the gate, words of other languages, and marks of text that
 * says something only when it is read another way.
 */
export const LEET = 20;
export const TOGETHER = 21;
export const ROTATED = 22;
export const REVERSED = 23;
export const PERCENT = 24;
export const ENTITY = 25;
export const ESCAPE = 26;
export const QUOTED = 27;
export const MIRRORED = 29;
export const UPSIDE_DOWN = 30;
export const REPEATED = 31;
export const MORSE = 32;
export const CODES = 34;
export const MISSPELT = 35;
export const STYLE = 36;
/** Letters that were moved on by so many places: the group is this and the places. */
export const SHIFTED = 40;
const LANGUAGE = 15;

/** Words that an attack in disguise is hardly made without. */
const CORE =
  "ignore previous instruction system prompt reveal disregard forget secret password assistant override bypass".split(
    " ",
  );
/** Words to know digits and signs for letters by: a sentence has one that is long enough. */
const LEET_CORE = [
  ...CORE,
  ..."everything guideline policies policy credential forward administrator above earlier forget hidden verbatim safety".split(
    " ",
  ),
  ..."tell user send print rules output inbox token reply admin only with this about"
    .split(" ")
    .map((word) => ` ${word} `),
];
/** Those that no shift turns into a word. */
const LONG_CORE = CORE.filter((word) => word.length > 5);
const VOWELS = /[aeiou]/g;
const JOINED =
  "ignoreall ignoreprevious ignorethe ignoreyour allprevious previousinstruction priorinstruction aboveinstruction yourinstruction systemprompt hiddenprompt revealthe revealyour disregardall disregardprevious disregardthe forgetall forgeteverything forgetyour overrideall bypassall yournewtask newinstruction youarenow";

/**
 * Marks of encodings, five units each, as English would have them: what follows a space, letters side by side. A text that is
 * encoded as a whole has many of them.
 */
const STARTS = "al an ar as be di do fo fr ig in is it no of on or pr re se st sy th to wi yo".split(" ");
const HEX = Array.from("0123456789abcdefABCDEF");
const MARKS: readonly (readonly [marks: readonly string[], kind: number])[] = [
  [STARTS.map((start) => `%20${start}`), PERCENT],
  [HEX.flatMap((low) => ["4", "5", "6", "7"].map((high) => `%${high}${low}%2`)), PERCENT],
  [HEX.flatMap((low) => [`%4${low}%4`, `%4${low}%5`, `%6${low}%6`, `%6${low}%7`]), PERCENT],
  [["+the+", "+and+", "+you+", "+your", "+all+", "+not+"], PERCENT],
  [HEX.flatMap((low) => ["4", "5", "6", "7"].map((high) => `25${high}${low}%25`)), PERCENT],
  [["&#000", "&#x00", "&#32&", "&#97&", "&#99&", "&amp;#", "&#37;", "&#xe00"], ENTITY],
  [STARTS.map((start) => `2520${start}`), PERCENT],
  [["%u002", "%u006", "%u007"], PERCENT],
  [["\\x1b[", "\\u001b", "\\033[", "\\e[3?", "\\e[0m", "\\e[1m", "^[[0m", "^[[3?", "^[[1m"], ESCAPE],
  [["\\u200", "\\u00ad", "\\ufe0", "\\u206", "\\udb40", "\\u000e00", "\\x{6?", "\\x{7?"], ESCAPE],
  [["\\u043", "\\u03b", "\\uff4"], ESCAPE],
  [["2", "4", "5", "6", "7"].map((high) => `\\u000000${high}`), ESCAPE],
  [["\\20 \\", "\\65 \\", "\\6f \\", "\\74 \\", "\\61 \\", "\\000020", "\\000065", "\\00006f", "\\000074"], STYLE],
  [["&#101", "&#111", "&#116", "&#105", "&#97;", "&#32;", "&#x20", "&#x65", "&#x6f", "&#x74"], ENTITY],
  [["&nbsp;", "&shy;", "&ensp;", "&emsp;", "&zwnj;", "&zwj;", "&#820", "&#173", "&#160", "&#xad", "&zerow"], ENTITY],
  [["chr(1", "chr(3", "chr(6", "chr(7", "chr(8", "chr(9", "char(1", "char(9", "charcode(1", "charcode(7"], CODES],
  [["\\040\\", "\\145\\", "\\157\\", "\\164\\"], ESCAPE],
  [[";&#1?", ";&#9?", ";&#6?", ";&#7?", ";&#8?", ";&#x4", ";&#x5", ";&#x6", ";&#x7", ";&#x2"], ENTITY],
  [["\\u004", "\\u005", "\\u006", "\\u007", "\\u{4?", "\\u{5?", "\\u{6?", "\\u{7?"], ESCAPE],
  [HEX.flatMap((low) => ["4", "5", "6", "7"].map((high) => `\\x${high}${low}\\`)), ESCAPE],
  [
    ["20", "45", "4F", "4f", "54", "61", "65", "69", "6F", "6f", "74"].flatMap((pair) =>
      ["4", "5", "6", "7"].map((high) => `=${pair}=${high}`),
    ),
    QUOTED,
  ],
];

/** Of which every sentence has some, and none of which is a word when it is turned. */
const SMALL_WORDS = [" the ", " and ", " you ", " this ", " that ", " must "];

let known: KeywordFilter | undefined;

/** Made at the first question, for most processes never ask. */
function filter(): KeywordFilter {
  known ??= new KeywordFilter([
    ...GATE_GROUPS.flatMap(({ words }, group) => words.split("|").map((word) => [word, group] as const)),
    ...latinOpenings().map((word) => [word, LANGUAGE] as const),
    ...LEET_CORE.flatMap((word) => leetForms(word).map((form) => [form, LEET] as const)),
    ...[" 7h3 ", " y0u ", " y0ur", " 7h15", " 4nd ", " 7h47", " 4ll ", " w17h", " fr0m"].map(
      (word) => [word, LEET] as const,
    ),
    ...JOINED.split(" ").map((word) => [word, TOGETHER] as const),
    ...[...CORE, ...SMALL_WORDS].map((word) => [rotated(word), ROTATED] as const),
    ...[...CORE, ...SMALL_WORDS].map((word) => [reversed(word), REVERSED] as const),
    ...LONG_CORE.flatMap((word) =>
      Array.from({ length: 25 }, (_, at) => at + 1)
        .filter((places) => places !== 13)
        .map((places) => [shifted(word, places), SHIFTED + 26 - places] as const),
    ),
    ...[...LONG_CORE, " the ", " and ", " you "].map((word) => [mirrored(word), MIRRORED] as const),
    ...[...LONG_CORE, " and ", " you ", " user "].map((word) => [upsideDown(word), UPSIDE_DOWN] as const),
    ...LONG_CORE.map((word) => [turnedOver(word), word] as const)
      .filter(([turned, word]) => turned !== word)
      .map(([turned]) => [turned, UPSIDE_DOWN] as const),
    ...LONG_CORE.flatMap((word) => misspelt(word).map((form) => [form, MISSPELT] as const)),
    ...LONG_CORE.map((word) => [word.replace(/./g, "$&$&"), REPEATED] as const),
    ...LONG_CORE.map((word) => [word.replace(VOWELS, "$&$&$&"), REPEATED] as const),
    ...LONG_CORE.flatMap((word) =>
      Array.from(word, (letter, at) => [word.slice(0, at) + letter.repeat(2) + word.slice(at), REPEATED] as const),
    ),
    ...LONG_CORE.map((word) => [inMorse(word), MORSE] as const),
    ...MARKS.flatMap(([marks, kind]) => marks.map((mark) => [mark, kind] as const)),
  ]);
  return known;
}

/** How far apart, in UTF-16 units, words are still near. */
const SPAN = 110;

export interface SignalHandlers {
  /** A stretch around English words that is worth reading. Stretches may touch or overlap. */
  open(start: number, end: number): void;
  /** Where a word ends that sentences in another language of Latin letters may be made of. */
  openLanguage(end: number): void;
  /** A mark of text that has to be read another way. */
  suspect(kind: number, end: number): void;
}

export function eachSignal(text: string, { open, openLanguage, suspect }: SignalHandlers): void {
  const groups = GATE_GROUPS.length;
  const last = new Int32Array(groups).fill(-SPAN - 1);
  const weights = GATE_GROUPS.map(({ weight }) => weight);
  const cores = GATE_GROUPS.map(({ isCore }) => isCore);
  filter().scan(text, (end, found) => {
    if (found >= LEET) suspect(found, end);
    else if (found === LANGUAGE) openLanguage(end);
    else {
      last[found] = end;
      let weight = 0;
      let isCore = false;
      let start = end;
      for (let group = 0; group < groups; group++) {
        const seen = last[group] as number;
        if (end - seen > SPAN) continue;
        weight += weights[group] as number;
        isCore ||= cores[group] as boolean;
        if (seen < start) start = seen;
      }
      if (isCore && weight >= OPENS) open(start, end);
    }
  });
}
