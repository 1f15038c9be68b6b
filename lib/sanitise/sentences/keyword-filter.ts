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
  /** Room for what one pass finds; one more for each pass that begins while another has not ended. */
  readonly #rooms: Gathered[] = [];
  #depth = 0;
  /**
   * The keys that there are, each where its hash leads or behind that, and behind each the first of its words; the others follow. All
   * of it lies in few arrays without gaps: what is looked at once in a hundred characters is in no cache.
   */
  readonly #keys: Int32Array;
  /** The units of all words one behind the other, where each begins, how many of its units end where its rarest five do, its group. */
  readonly #units: Uint16Array;
  readonly #starts: Int32Array;
  readonly #befores: Uint8Array;
  readonly #groups: Uint8Array;
  /** Whether a word is the last one of its key. */
  readonly #isLast: Uint8Array;

  constructor(words: readonly (readonly [word: string, group: number])[]) {
    const byKey = new Map<number, Keyword[]>();
    for (const [word, group] of words) {
      if (word.length < FIVE) throw new Error(`"${word}" is too short to be found.`);
      const units = Uint16Array.from(word, wantedOf);
      const at = rarest(word);
      const keyword = { units, before: at + FIVE, group };
      for (const key of keysOf(word, at)) {
        const place = placeOf(key);
        this.#maybe[place >>> 5] = (this.#maybe[place >>> 5] as number) | (1 << place);
        const same = byKey.get(key);
        if (same === undefined) byKey.set(key, [keyword]);
        else same.push(keyword);
      }
    }
    const keywords = [...byKey.values()].flat();
    this.#starts = new Int32Array(keywords.length + 1);
    for (const [index, { units }] of keywords.entries())
      this.#starts[index + 1] = (this.#starts[index] as number) + units.length;
    this.#units = new Uint16Array(this.#starts.at(-1) ?? 0);
    for (const [index, { units }] of keywords.entries()) this.#units.set(units, this.#starts[index]);
    this.#befores = Uint8Array.from(keywords, ({ before }) => before);
    this.#groups = Uint8Array.from(keywords, ({ group }) => group);
    this.#isLast = new Uint8Array(keywords.length);
    this.#keys = new Int32Array(2 << Math.ceil(Math.log2(byKey.size * 1.5 + 1))).fill(NO_KEY);
    let first = 0;
    for (const [key, same] of byKey) {
      const place = this.#placeFor(key);
      this.#keys[place] = key;
      this.#keys[place + 1] = first;
      first += same.length;
      this.#isLast[first - 1] = 1;
    }
  }

  /** Where a key stands in `#keys`, or would stand. */
  #placeFor(key: number): number {
    const keys = this.#keys;
    const last = keys.length - 2;
    let place = ((placeOf(key) ^ key) << 1) & last;
    while (keys[place] !== key && keys[place] !== NO_KEY) place = (place + 2) & last;
    return place;
  }

  /**
   * Calls `found` with the end and the group of each word, roughly in text order. The ends of the text count as no letter. Whatever
   * `found` does with other texts, this one is asked for again afterwards.
   */
  scan(text: string, found: (end: number, group: number) => void): void {
    const { length } = text;
    const room = this.#rooms[this.#depth] ?? { ends: new Int32Array(PLACES), keys: new Int32Array(PLACES) };
    this.#rooms[this.#depth] = room;
    const { ends, keys } = room;
    this.#depth += 1;
    try {
      const whole = length & ~3;
      for (let from = 0; from < whole; ) {
        const count = gather(unitsOf(text), from, whole, this.#maybe, ends, keys);
        for (let i = 0; i < count; i++) this.#compare(text, ends[i] as number, keys[i] as number, found);
        from = count <= ends.length - 4 ? whole : ((ends[count - 1] as number) + 3) & ~3;
      }
      // The rest, and one unit beyond the end, where a word that ends with a space may end.
      for (let end = whole + 1; end <= length + 1; end++)
        this.#compare(text, end, keyAt(unitsOf(text), length, end), found);
    } finally {
      this.#depth -= 1;
    }
  }

  #compare(text: string, end: number, key: number, found: (end: number, group: number) => void): void {
    const { length } = text;
    const place = this.#placeFor(key);
    if (this.#keys[place] !== key) return;
    let units = unitsOf(text);
    for (let word = this.#keys[place + 1] as number; ; word++) {
      const first = this.#starts[word] as number;
      const size = (this.#starts[word + 1] as number) - first;
      const before = this.#befores[word] as number;
      const start = end - before;
      // Words of one key differ in what is behind it more often than in what it was made of: dozens of forms begin like " ignore".
      if (
        standsAt(units, length, end, this.#units, first + before, size - before) &&
        standsAt(units, length, start, this.#units, first, before)
      ) {
        found(Math.min(length, start + size), this.#groups[word] as number);
        units = unitsOf(text);
      }
      if (this.#isLast[word] === 1) return;
    }
  }
}

/**
 * Notes where in `[from, to)`, a whole number of fours, five units end that a word may have; stops when fewer than four more would
 * fit. Nothing is called in here and the tests are for four units at once, which is what makes it quick.
 */
function gather(
  units: Uint16Array,
  from: number,
  to: number,
  maybe: Uint32Array,
  ends: Int32Array,
  keys: Int32Array,
): number {
  const most = ends.length - 4;
  let count = 0;
  let fourth = from === 0 ? 0 : keyAt(units, to, from);
  for (let at = from; at < to; at += 4) {
    const first = ((fourth & FOUR_UNITS) << BITS) | (KINDS[units[at] as number] as number);
    const second = ((first & FOUR_UNITS) << BITS) | (KINDS[units[at + 1] as number] as number);
    const third = ((second & FOUR_UNITS) << BITS) | (KINDS[units[at + 2] as number] as number);
    fourth = ((third & FOUR_UNITS) << BITS) | (KINDS[units[at + 3] as number] as number);
    const one = placeOf(first);
    const two = placeOf(second);
    const three = placeOf(third);
    const four = placeOf(fourth);
    const isOne = ((maybe[one >>> 5] as number) >>> one) & 1;
    const isTwo = ((maybe[two >>> 5] as number) >>> two) & 1;
    const isThree = ((maybe[three >>> 5] as number) >>> three) & 1;
    const isFour = ((maybe[four >>> 5] as number) >>> four) & 1;
    if ((isOne | isTwo | isThree | isFour) === 0) continue;
    ends[count] = at + 1;
    keys[count] = first;
    count += isOne;
    ends[count] = at + 2;
    keys[count] = second;
    count += isTwo;
    ends[count] = at + 3;
    keys[count] = third;
    count += isThree;
    ends[count] = at + 4;
    keys[count] = fourth;
    count += isFour;
    if (count > most) return count;
  }
  return count;
}

/** The key of the five units that end at `end`; beyond the ends of the text there is nothing, which is what a space wants. */
function keyAt(units: Uint16Array, length: number, end: number): number {
  let key = 0;
  for (let at = Math.max(0, end - FIVE); at < end; at++)
    key = (key << BITS) | (at < length ? (KINDS[units[at] as number] as number) : 0);
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

/** No five units have it: a key is never negative. */
const NO_KEY = -1;

/** Where five units end that a word may have, and their keys. */
interface Gathered {
  readonly ends: Int32Array;
  readonly keys: Int32Array;
}

interface Keyword {
  readonly units: Uint16Array;
  readonly before: number;
  readonly group: number;
}

const OTHER_LETTER = 27;

/** Halves of pairs are taken for letters: pictures stand between words, and some of them are letters. */
const MAY_BE_LETTER = /[\p{L}\p{M}\p{N}\ud800-\udfff]/u;

/** 0: no letter; 1 to 26: a to z in either case; 27: anything beyond ASCII. */
const CLASSES: Uint8Array = buildClasses();

function buildClasses(): Uint8Array {
  const classes = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
    unit > 0x7f && MAY_BE_LETTER.test(String.fromCharCode(unit)) ? OTHER_LETTER : 0,
  );
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

/** Whether the `size` units that are wanted from `first` on stand in the text from `start` on. */
function standsAt(
  units: Uint16Array,
  length: number,
  start: number,
  wanted: Uint16Array,
  first: number,
  size: number,
): boolean {
  for (let i = 0; i < size; i++) {
    const at = start + i;
    const what = wanted[first + i] as number;
    if (at < 0 || at >= length) {
      if (what !== 0) return false;
      continue;
    }
    const unit = units[at] as number;
    if (what < ITSELF ? CLASSES[unit] !== what : what !== ANY && unit !== what - ITSELF) return false;
  }
  return true;
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
  if (unit > 0x7f) return CLASSES[unit] === OTHER_LETTER ? BEYOND : 0;
  const letter = CLASSES[unit] as number;
  if (letter !== 0) return letter;
  const own = OWN.indexOf(String.fromCharCode(unit));
  if (own >= 0) return ELSE + 1 + own;
  if (BETWEEN.has(unit & 31)) return 0;
  return AROUND.has(unit & 31) ? AROUND_ONLY : ELSE;
}

/** The keys by which five units of a word may be met, each once; a space around a word is of two kinds. */
function keysOf(word: string, at: number): number[] {
  let keys = [0];
  for (let i = at; i < at + FIVE; i++) {
    const choices = choicesOf(word, i);
    keys = keys.flatMap((key) => choices.map((kind) => (key << BITS) | kind));
  }
  return keys;
}

/** How many they are, without making them: every program that cleans asks it of every place of every word when it starts. */
function countKeys(word: string, at: number): number {
  let count = 1;
  for (let i = at; i < at + FIVE; i++) count *= choicesOf(word, i).length;
  return count;
}

const EVERY = Array.from({ length: KIND_COUNT }, (_, kind) => kind);
const ALONE = EVERY.map((kind) => [kind]);
const INNER_SPACE = [0];
const OUTER_SPACE = [0, AROUND_ONLY];

function choicesOf(word: string, at: number): readonly number[] {
  const character = word[at] ?? "";
  if (character === "?") return EVERY;
  if (character !== " ") return ALONE[KINDS[character.charCodeAt(0)] as number] as readonly number[];
  return at > 0 && at < word.length - 1 ? INNER_SPACE : OUTER_SPACE;
}

const RANKS: ReadonlyMap<string, number> = new Map(ENGLISH_FOURS.split(" ").map((four, rank) => [four, rank] as const));

/** Where in a word the five units begin that English has least often; a place with few keys, if there is one. */
function rarest(word: string): number {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  const written = word.replaceAll(" ", "_");
  for (let at = 0; at + FIVE <= word.length; at++) {
    const ranks = rankOf(written.slice(at, at + 4)) + rankOf(written.slice(at + 1, at + FIVE));
    const rank = ranks - 100 * Math.log2(countKeys(word, at));
    if (rank <= highest) continue;
    highest = rank;
    best = at;
  }
  return best;
}

function rankOf(four: string): number {
  return RANKS.get(four) ?? RANKS.size;
}
