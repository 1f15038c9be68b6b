import { foldLetters } from "../../disguise/fold-letters.ts";
import { denialsOf, FrameReader, type StartsAt } from "./frame-reader.ts";
import { OPENING_PARTS } from "./frames.ts";
import { isLetter } from "./letters.ts";
import { BALTIC_AND_OTHERS } from "./lexicon/baltic-and-others.ts";
import { CYRILLIC_GREEK } from "./lexicon/cyrillic-greek.ts";
import { EAST_ASIAN } from "./lexicon/east-asian.ts";
import { FURTHER_LATIN } from "./lexicon/further-latin.ts";
import { GERMANIC } from "./lexicon/germanic.ts";
import { INDIC } from "./lexicon/indic.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { ROMANCE } from "./lexicon/romance.ts";
import { SEMITIC_IRANIAN } from "./lexicon/semitic-iranian.ts";
import { SLAVIC } from "./lexicon/slavic.ts";
import { SHORT_LATIN, WHOLE } from "./stem-tree.ts";
import { Stems } from "./stems.ts";

/** Languages in Latin letters, which are read only around words that open them, and all others, which are read where they stand. */
export const LATIN_LEXICONS = [...ROMANCE, ...GERMANIC, ...SLAVIC, ...FURTHER_LATIN, ...BALTIC_AND_OTHERS];
export const OTHER_LEXICONS = [...CYRILLIC_GREEK, ...SEMITIC_IRANIAN, ...INDIC, ...EAST_ASIAN];

/** What a reader knows of its languages. Made at the first question, for most processes never ask, and it is a third of what starting one costs. */
class Languages {
  readonly #lexicons: readonly Lexicon[];
  #known: { readonly stems: Stems; readonly denials: ReturnType<typeof denialsOf> } | undefined;

  constructor(lexicons: readonly Lexicon[]) {
    this.#lexicons = lexicons;
  }

  reader(text: string, startsAt: StartsAt): FrameReader {
    this.#known ??= { stems: new Stems(this.#lexicons), denials: denialsOf(this.#lexicons) };
    return new FrameReader(text, this.#known.stems, this.#known.denials, startsAt);
  }
}

const LATIN = new Languages(LATIN_LEXICONS);
const OTHERS = new Languages(OTHER_LEXICONS);

/** For text whose letters are folded. */
export function latinReader(folded: string): FrameReader {
  return LATIN.reader(folded, startsWord);
}

export function otherReader(text: string): FrameReader {
  return OTHERS.reader(text, startsElsewhere);
}

const startsWord: StartsAt = (units, at) => at === 0 || !isLetter(units[at - 1] as number);

/** Articles and prepositions stand before the word without a space. */
const PARTICLES = 4;

const startsElsewhere: StartsAt = (units, at) => {
  const unit = units[at] as number;
  if (isUnparted(unit) || startsWord(units, at)) return true;
  // A name in Latin letters between others.
  if (unit < 0x80) return isUnparted(units[at - 1] as number);
  if (unit < 0x590 || unit > 0x6ff) return false;
  for (let before = at - 1; before >= 0 && before >= at - PARTICLES; before--)
    if (startsWord(units, before)) return true;
  return false;
};

function isUnparted(unit: number): boolean {
  return (
    (unit >= 0x0e00 && unit < 0x0f00) ||
    (unit >= 0x1000 && unit < 0x10a0) ||
    (unit >= 0x1780 && unit < 0x1800) ||
    unit >= 0x3040
  );
}

/**
 * The folded stems by which a stretch in a language of Latin letters is worth reading, each with a space before it. A short one is a
 * whole word to the reader too, so a space stands behind it.
 */
export function latinOpenings(): string[] {
  const words = LATIN_LEXICONS.flatMap((lexicon) => OPENING_PARTS.flatMap((part) => lexicon[part]?.split("|") ?? []));
  return [...new Set(words.map((word) => openingOf(foldLetters(word).text.toLowerCase())))];
}

function openingOf(stem: string): string {
  const word = ` ${stem.replace(WHOLE, " ").replace("'", " ")}`;
  return word.length > SHORT_LATIN || word.endsWith(" ") ? word : `${word} `;
}
