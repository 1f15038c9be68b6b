import { ENGLISH_FOURS } from "./english-fours.ts";

/**
 * Finds any of many words and marks in one pass. Of each word the four letters in a row that are rarest in English are remembered; the pass
 * keeps the last four units of the text as one number and asks one table about it. Only where the table says yes is a word
 * compared, from that place and no further than its own length, so no text makes the pass slower than its words are long.
 *
 * A word is written in lower case; a space stands for anything but a letter, so ` ai ` is the word and no part of `maintain`.
 * A question mark stands for any unit. Letters match whatever their case, everything else is itself. Units beyond ASCII are
 * letters of no word.
 */
export class KeywordFilter {
  /** One byte for each four units, as far as their last five bits tell: whether a word may be here. */
  readonly #maybe = new Uint8Array(1 << 20);
  readonly #words = new Map<number, Keyword[]>();

  constructor(words: readonly (readonly [word: string, group: number])[]) {
    for (const [word, group] of words) {
      if (word.length < 4) throw new Error(`"${word}" is too short to be found.`);
      const units = Array.from(word, wantedOf);
      const at = rarest(word);
      for (const key of keysOf(word.slice(at, at + 4))) {
        this.#maybe[key] = 1;
        this.#words.set(key, [...(this.#words.get(key) ?? []), { units, before: at + 4, group }]);
      }
    }
  }

  /** Calls `found` with the end and the group of each word, roughly in text order. The ends of the text count as no letter. */
  scan(text: string, found: (end: number, group: number) => void): void {
    const maybe = this.#maybe;
    const whole = text.length & ~3;
    let fourth = 0;
    // Four at a time, for the tests are what a unit costs.
    for (let at = 0; at < whole; at += 4) {
      const first = ((fourth & 0x7fff) << 5) | (text.charCodeAt(at) & 31);
      const second = ((first & 0x7fff) << 5) | (text.charCodeAt(at + 1) & 31);
      const third = ((second & 0x7fff) << 5) | (text.charCodeAt(at + 2) & 31);
      fourth = ((third & 0x7fff) << 5) | (text.charCodeAt(at + 3) & 31);
      const any =
        (maybe[first] as number) | (maybe[second] as number) | (maybe[third] as number) | (maybe[fourth] as number);
      if (any === 0) continue;
      if (maybe[first] === 1) this.#compare(text, at + 1, first, found);
      if (maybe[second] === 1) this.#compare(text, at + 2, second, found);
      if (maybe[third] === 1) this.#compare(text, at + 3, third, found);
      if (maybe[fourth] === 1) this.#compare(text, at + 4, fourth, found);
    }
    // The rest, and one unit beyond the end, where a word that ends with a space may end.
    for (let at = whole; at <= text.length; at++) {
      fourth = ((fourth & 0x7fff) << 5) | (at < text.length ? text.charCodeAt(at) & 31 : 0);
      if (maybe[fourth] === 1) this.#compare(text, at + 1, fourth, found);
    }
  }

  #compare(text: string, end: number, key: number, found: (end: number, group: number) => void): void {
    for (const { units, before, group } of this.#words.get(key) as Keyword[]) {
      const start = end - before;
      let same = 0;
      while (same < units.length && isWanted(text, start + same, units[same] as number)) same++;
      if (same === units.length) found(Math.min(text.length, start + units.length), group);
    }
  }
}

interface Keyword {
  readonly units: readonly number[];
  /** How many units of the word end where its rarest four do. */
  readonly before: number;
  readonly group: number;
}

const OTHER_LETTER = 27;

/** 0: no letter; 1 to 26: a to z in either case; 27: anything beyond ASCII. */
const CLASSES: Uint8Array = buildClasses();

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000).fill(OTHER_LETTER, 0x80);
  for (let letter = 0; letter < 26; letter++) {
    classes[0x41 + letter] = letter + 1;
    classes[0x61 + letter] = letter + 1;
  }
  return classes;
}

const ANY = 0xffff;

/** A class for letters and for what is none, `ANY`, or a unit beyond the classes for itself. */
function wantedOf(character: string): number {
  const code = character.charCodeAt(0);
  if (character === " ") return 0;
  if (character === "?") return ANY;
  return CLASSES[code] === 0 ? ITSELF + code : (CLASSES[code] as number);
}

const ITSELF = 0x100;

function isWanted(text: string, at: number, wanted: number): boolean {
  const isInside = at >= 0 && at < text.length;
  if (wanted >= ITSELF) return isInside && (wanted === ANY || text.charCodeAt(at) === wanted - ITSELF);
  return (isInside ? (CLASSES[text.charCodeAt(at)] as number) : 0) === wanted;
}

/** What may stand around a word that is too short to be known by its letters alone. */
const SEPARATORS = " \n\t.,:;\"'()<>[]-_*/!?#`";

/** The keys by which four units may be met; of a space there are many. */
function keysOf(four: string): Set<number> {
  let keys = [0];
  for (const character of four) {
    keys = keys.flatMap((key) => choicesOf(character).map((bits) => (key << 5) | bits));
  }
  return new Set(keys);
}

const EVERY = Array.from({ length: 32 }, (_, bits) => bits);

function choicesOf(character: string): readonly number[] {
  if (character === "?") return EVERY;
  return Array.from(character === " " ? SEPARATORS : character, (choice) => choice.charCodeAt(0) & 31);
}

const COMMON_FOURS: ReadonlyMap<string, number> = new Map(
  ENGLISH_FOURS.split(" ").map((four, rank) => [four, rank] as const),
);

/** Where in a word the four units begin that English has least often; without spaces and question marks, where there are as many in a row. */
function rarest(word: string): number {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at + 4 <= word.length; at++) {
    const four = word.slice(at, at + 4);
    const open = [...four].filter((character) => character === " " || character === "?").length;
    const rank = open > 0 ? -open : (COMMON_FOURS.get(four) ?? COMMON_FOURS.size);
    if (rank <= highest) continue;
    highest = rank;
    best = at;
  }
  return best;
}
