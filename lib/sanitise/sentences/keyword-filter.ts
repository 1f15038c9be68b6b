import { unitsOf } from "../units.ts";
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
  /** One bit for a hash of the kinds of five units: whether a word may be here. Small enough for the nearest cache. */
  readonly #maybe = new Uint32Array(1 << (PLACE_BITS - 5));
  readonly #words = new Map<number, Keyword[]>();
  readonly #places = new Int32Array(PLACES);

  constructor(words: readonly (readonly [word: string, group: number])[]) {
    for (const [word, group] of words) {
      if (word.length < FIVE) throw new Error(`"${word}" is too short to be found.`);
      const units = Uint16Array.from(word, wantedOf);
      const at = rarest(word);
      for (const key of keysOf(word, at)) {
        const place = placeOf(key);
        this.#maybe[place >>> 5] = (this.#maybe[place >>> 5] as number) | (1 << place);
        const same = this.#words.get(key);
        const keyword = { units, before: at + FIVE, group };
        if (same === undefined) this.#words.set(key, [keyword]);
        else same.push(keyword);
      }
    }
  }

  /**
   * Calls `found` with the end and the group of each word, roughly in text order. The ends of the text count as no letter. Whatever
   * `found` does with other texts, this one is asked for again afterwards.
   */
  scan(text: string, found: (end: number, group: number) => void): void {
    const places = this.#places.slice(0, Math.min(PLACES, 1 + (text.length >> 2)));
    const whole = text.length & ~3;
    for (let from = 0; from < whole; ) {
      const count = gather(unitsOf(text), from, whole, this.#maybe, places);
      for (let i = 0; i < count; i++) this.#compareFour(text, places[i] as number, found);
      from = count < places.length ? whole : (places[count - 1] as number) + 4;
    }
    // The rest, and one unit beyond the end, where a word that ends with a space may end.
    this.#compareFour(text, whole, found);
  }

  #compareFour(text: string, at: number, found: (end: number, group: number) => void): void {
    const units = unitsOf(text);
    let key = keyBefore(units, at);
    for (let next = at; next < at + 4; next++) {
      key = ((key & FOUR_UNITS) << BITS) | (next < text.length ? (KINDS[units[next] as number] as number) : 0);
      const place = placeOf(key);
      if ((((this.#maybe[place >>> 5] as number) >>> place) & 1) === 1) this.#compare(text, next + 1, key, found);
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
function gather(units: Uint16Array, from: number, to: number, maybe: Uint32Array, places: Int32Array): number {
  let count = 0;
  let fourth = keyBefore(units, from);
  for (let at = from; at < to; at += 4) {
    const first = ((fourth & FOUR_UNITS) << BITS) | (KINDS[units[at] as number] as number);
    const second = ((first & FOUR_UNITS) << BITS) | (KINDS[units[at + 1] as number] as number);
    const third = ((second & FOUR_UNITS) << BITS) | (KINDS[units[at + 2] as number] as number);
    fourth = ((third & FOUR_UNITS) << BITS) | (KINDS[units[at + 3] as number] as number);
    const one = placeOf(first);
    const two = placeOf(second);
    const three = placeOf(third);
    const four = placeOf(fourth);
    const any =
      ((maybe[one >>> 5] as number) >>> one) |
      ((maybe[two >>> 5] as number) >>> two) |
      ((maybe[three >>> 5] as number) >>> three) |
      ((maybe[four >>> 5] as number) >>> four);
    if ((any & 1) === 0) continue;
    places[count] = at;
    count += 1;
    if (count === places.length) return count;
  }
  return count;
}

/** The key of the units before `at`. */
function keyBefore(units: Uint16Array, at: number): number {
  let key = 0;
  for (let before = Math.max(0, at - FIVE); before < at; before++)
    key = ((key & FOUR_UNITS) << BITS) | (KINDS[units[before] as number] as number);
  return key;
}

const PLACES = 1024;
const FIVE = 5;
/** Of the kind of a unit. */
const BITS = 6;
const FOUR_UNITS = (1 << (4 * BITS)) - 1;
const PLACE_BITS = 18;

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

/** What may stand around a word, and between the words of a phrase; told by the last five bits, so there is a little more of it. */
const AROUND = lastBits(" \n\t.,:;\"'()<>[]-_*/!?#`");
const BETWEEN = lastBits(" \n-_'");

function lastBits(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0) & 31));
}

/** 0: may part words; 1 to 26: a letter; then: may stand around words, beyond ASCII, anything else, and each digit and two marks. */
const AROUND_ONLY = 27;
const BEYOND = 28;
const ELSE = 29;
const OWN = Array.from("0123456789%&");
const KIND_COUNT = ELSE + 1 + OWN.length;

const KINDS: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOf(unit));

function kindOf(unit: number): number {
  if (unit > 0x7f) return BEYOND;
  const letter = CLASSES[unit] as number;
  if (letter !== 0) return letter;
  const own = OWN.indexOf(String.fromCharCode(unit));
  if (own >= 0) return ELSE + 1 + own;
  if (BETWEEN.has(unit & 31)) return 0;
  return AROUND.has(unit & 31) ? AROUND_ONLY : ELSE;
}

/** The keys by which five units of a word may be met; a space around a word is of two kinds. */
function keysOf(word: string, at: number): Set<number> {
  let keys = [0];
  for (let i = at; i < at + FIVE; i++) {
    const choices = choicesOf(word, i);
    keys = keys.flatMap((key) => choices.map((kind) => (key << BITS) | kind));
  }
  return new Set(keys);
}

const EVERY = Array.from({ length: KIND_COUNT }, (_, kind) => kind);
const INNER_SPACE = [0];
const OUTER_SPACE = [0, AROUND_ONLY];

function choicesOf(word: string, at: number): readonly number[] {
  const character = word[at] ?? "";
  if (character === "?") return EVERY;
  if (character !== " ") return [KINDS[character.charCodeAt(0)] as number];
  return at > 0 && at < word.length - 1 ? INNER_SPACE : OUTER_SPACE;
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
