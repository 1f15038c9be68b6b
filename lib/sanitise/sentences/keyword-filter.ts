import { ENGLISH_FOURS } from "./english-fours.ts";

/**
 * Finds any of many words and marks in one pass. Of each word the five units in a row that are rarest in English are remembered; the pass
 * keeps the last five units of the text as one number and asks one table about it. Only where the table says yes is a word
 * compared, from that place and no further than its own length, so no text makes the pass slower than its words are long.
 *
 * A word is written in lower case; a space stands for anything but a letter, so ` ai ` is the word and no part of `maintain`.
 * A question mark stands for any unit. Letters match whatever their case, everything else is itself. Units beyond ASCII are
 * letters of no word.
 */
export class KeywordFilter {
  /** One byte for a hash of five units, of which the last five bits are looked at: whether a word may be here. */
  readonly #maybe = new Uint8Array(1 << PLACE_BITS);
  readonly #words = new Map<number, Keyword[]>();
  readonly #places = new Int32Array(PLACES);

  constructor(words: readonly (readonly [word: string, group: number])[]) {
    for (const [word, group] of words) {
      if (word.length < FIVE) throw new Error(`"${word}" is too short to be found.`);
      const units = Uint16Array.from(word, wantedOf);
      const at = rarest(word);
      for (const key of keysOf(word, at)) {
        this.#maybe[placeOf(key)] = 1;
        this.#words.set(key, [...(this.#words.get(key) ?? []), { units, before: at + FIVE, group }]);
      }
    }
  }

  /** Calls `found` with the end and the group of each word, roughly in text order. The ends of the text count as no letter. */
  scan(text: string, found: (end: number, group: number) => void): void {
    const places = this.#places;
    const whole = text.length & ~3;
    for (let from = 0; from < whole; ) {
      const count = gather(text, from, whole, this.#maybe, places);
      for (let i = 0; i < count; i++) this.#compareFour(text, places[i] as number, found);
      from = count < places.length ? whole : (places[count - 1] as number) + 4;
    }
    // The rest, and one unit beyond the end, where a word that ends with a space may end.
    this.#compareFour(text, whole, found);
  }

  #compareFour(text: string, at: number, found: (end: number, group: number) => void): void {
    let key = keyBefore(text, at);
    for (let next = at; next < at + 4; next++) {
      key = ((key & FOUR_UNITS) << 5) | (next < text.length ? text.charCodeAt(next) & 31 : 0);
      if (this.#maybe[placeOf(key)] === 1) this.#compare(text, next + 1, key, found);
    }
  }

  #compare(text: string, end: number, key: number, found: (end: number, group: number) => void): void {
    const words = this.#words.get(key);
    if (words === undefined) return;
    for (let i = 0; i < words.length; i++) {
      const { units, before, group } = words[i] as Keyword;
      const start = end - before;
      let same = 0;
      while (same < units.length && isWanted(text, start + same, units[same] as number)) same++;
      if (same === units.length) found(Math.min(text.length, start + units.length), group);
    }
  }
}

/**
 * Notes where in `[from, to)`, a whole number of fours, one of four units may end a word; stops when `places` is full. Nothing is
 * called in here and the tests are for four units at once, which is what makes it quick.
 */
function gather(text: string, from: number, to: number, maybe: Uint8Array, places: Int32Array): number {
  let count = 0;
  let fourth = keyBefore(text, from);
  for (let at = from; at < to; at += 4) {
    const first = ((fourth & FOUR_UNITS) << 5) | (text.charCodeAt(at) & 31);
    const second = ((first & FOUR_UNITS) << 5) | (text.charCodeAt(at + 1) & 31);
    const third = ((second & FOUR_UNITS) << 5) | (text.charCodeAt(at + 2) & 31);
    fourth = ((third & FOUR_UNITS) << 5) | (text.charCodeAt(at + 3) & 31);
    const any =
      (maybe[placeOf(first)] as number) |
      (maybe[placeOf(second)] as number) |
      (maybe[placeOf(third)] as number) |
      (maybe[placeOf(fourth)] as number);
    if (any === 0) continue;
    places[count] = at;
    count += 1;
    if (count === places.length) return count;
  }
  return count;
}

/** The key of the units before `at`. */
function keyBefore(text: string, at: number): number {
  let key = 0;
  for (let before = Math.max(0, at - FIVE); before < at; before++)
    key = ((key & FOUR_UNITS) << 5) | (text.charCodeAt(before) & 31);
  return key;
}

const PLACES = 1024;
const FIVE = 5;
const FOUR_UNITS = 0xfffff;
const PLACE_BITS = 20;

function placeOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - PLACE_BITS);
}

interface Keyword {
  readonly units: Uint16Array;
  /** How many units of the word end where its rarest five do. */
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
  if (at < 0 || at >= text.length) return wanted === 0;
  const unit = text.charCodeAt(at);
  if (wanted < ITSELF) return (CLASSES[unit] as number) === wanted;
  return wanted === ANY || unit === wanted - ITSELF;
}

/** What may stand around a word, and between the words of a phrase. */
const AROUND = " \n\t.,:;\"'()<>[]-_*/!?#`";
const BETWEEN = " \n-_'";

/** The keys by which five units of a word may be met; of a space there are many. */
function keysOf(word: string, at: number): Set<number> {
  let keys = [0];
  for (let i = at; i < at + FIVE; i++) {
    const choices = choicesOf(word, i);
    keys = keys.flatMap((key) => choices.map((bits) => (key << 5) | bits));
  }
  return new Set(keys);
}

const EVERY = Array.from({ length: 32 }, (_, bits) => bits);

function choicesOf(word: string, at: number): readonly number[] {
  const character = word[at] ?? "";
  if (character === "?") return EVERY;
  const isInner = character === " " && at > 0 && at < word.length - 1;
  const choices = isInner ? BETWEEN : character === " " ? AROUND : character;
  return Array.from(choices, (choice) => choice.charCodeAt(0) & 31);
}

const RANKS: ReadonlyMap<string, number> = new Map(ENGLISH_FOURS.split(" ").map((four, rank) => [four, rank] as const));

/** Where in a word the five units begin that English has least often; a place with few keys, if there is one. */
function rarest(word: string): number {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at + FIVE <= word.length; at++) {
    const five = word.slice(at, at + FIVE).replaceAll(" ", "_");
    const rank = rankOf(five.slice(0, 4)) + rankOf(five.slice(1)) - 100 * Math.log2(keysOf(word, at).size);
    if (rank <= highest) continue;
    highest = rank;
    best = at;
  }
  return best;
}

function rankOf(four: string): number {
  return RANKS.get(four) ?? RANKS.size;
}
