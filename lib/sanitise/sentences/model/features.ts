import { unitsOf } from "../../units.ts";
import { CLASSES } from "../../words/classes.ts";
import { lexicon } from "../../words/lexicon.ts";

/**
 * What the model sees of a unit: its words, two words in a row, the classes of the lexicon and which class follows which
 * a few words later. The classes are what carries over to wording that was never seen: a synonym of *ignore* is a *disregard*
 * too. Each feature counts once, however often it stands there.
 */
const HASH_BITS = 15;
const WORD_FEATURES = 1 << HASH_BITS;
const PAIRS_AT = WORD_FEATURES;
const CLASS_COUNT = 64;
const NEAR_PAIRS_AT = PAIRS_AT + CLASS_COUNT * CLASS_COUNT;
const FLAGS_AT = NEAR_PAIRS_AT + CLASS_COUNT * CLASS_COUNT;
/** Marks by which manuals, tables and source are told from prose, each a feature of its own. */
const CODE = 1;
const LINK = 2;
const TABLE = 4;
const QUESTION = 8;
const EXCLAMATION = 16;
const BRACKET = 32;
const SHOUTED = 64;
const EMPHASIS = 128;
const FLAG_COUNT = 8;
export const FEATURE_COUNT = FLAGS_AT + FLAG_COUNT;

if (CLASSES.length > CLASS_COUNT) throw new Error("There are more classes of words than the model has places for.");

/** Words in a unit; what follows is not read. */
const WORDS_MAX = 96;
const WORD_LENGTH_MAX = 24;
/** A pair of classes is near within so many words, and a pair at all within so many. */
const NEAR = 3;
const APART = 8;

const FNV = 0x01000193;
const BASIS = 0x811c9dc5;
const NONE: readonly number[] = [];

/** Which classes a word has, by its hash: a table that is looked at once for almost every word that has none. */
class KnownClasses {
  readonly #hashes: Int32Array;
  readonly #classes: (readonly number[])[] = [];
  readonly #mask: number;

  constructor(known: ReadonlyMap<number, readonly number[]>) {
    this.#mask = (1 << Math.ceil(Math.log2(known.size * 8))) - 1;
    this.#hashes = new Int32Array(this.#mask + 1);
    for (const [hash, classes] of known) {
      let place = this.#placeOf(hash);
      while (this.#classes[place] !== undefined) place = (place + 1) & this.#mask;
      this.#hashes[place] = hash;
      this.#classes[place] = classes;
    }
  }

  get(hash: number): readonly number[] {
    for (let place = this.#placeOf(hash); ; place = (place + 1) & this.#mask) {
      const classes = this.#classes[place];
      if (classes === undefined) return NONE;
      if (this.#hashes[place] === hash) return classes;
    }
  }

  #placeOf(hash: number): number {
    return (hash ^ (hash >>> 13)) & this.#mask;
  }
}

let knownBefore: KnownClasses | undefined;

function knownClasses(): KnownClasses {
  knownBefore ??= new KnownClasses(
    new Map(Array.from(lexicon().words, ([word, { classes }]) => [hashOf(word), classes])),
  );
  return knownBefore;
}

function hashOf(word: string): number {
  let hash = BASIS;
  for (let at = 0; at < Math.min(word.length, WORD_LENGTH_MAX); at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV);
  return hash;
}

const NUMBER = hashOf("0");
const ADDRESS = hashOf("://");
const MAIL = hashOf("@");
const START = hashOf("^");

/** What is scored at once: a frame without the errand behind it, which says nothing about who speaks. */
const WINDOW = 16;
const STRIDE = 5;

/**
 * The words of one unit and the features of its windows. One reader serves a whole process: it keeps its room, and what it
 * answers is good until it is asked again.
 */
export class FeatureReader {
  /** The features of the window that was collected last. */
  readonly features: Int32Array = new Int32Array(FEATURE_COUNT);
  readonly #hashes = new Int32Array(WORDS_MAX);
  readonly #classes: (readonly number[])[] = [];
  readonly #seen = new Uint32Array(FEATURE_COUNT);
  #text = "";
  #start = 0;
  #end = 0;
  #turn = 0;
  #count = 0;
  #flags = 0;
  #taken = 0;

  /** Reads `text[start, end)`; answers how many windows of words it has. */
  read(text: string, start: number, end: number): number {
    // Whoever asked for the bound asks for the windows next.
    if (start !== this.#start || end !== this.#end || text !== this.#text) {
      this.#count = this.#readWords(text, start, end);
      this.#text = text;
      this.#start = start;
      this.#end = end;
    }
    if (this.#count <= WINDOW) return this.#count === 0 ? 0 : 1;
    return 1 + Math.ceil((this.#count - WINDOW) / STRIDE);
  }

  /**
   * The most that any window of what was read can weigh, and any window of its beginning: everything that speaks against it, and
   * nothing that speaks for it. A feature that stands there twice is counted twice, so it is never too little.
   */
  most(against: Uint8Array): number {
    const hashes = this.#hashes;
    let sum = 0;
    let before = START;
    for (let at = 0; at < this.#count; at++) {
      const hash = hashes[at] as number;
      sum += (against[bucket(hash)] as number) + (against[bucket(Math.imul(before, 31) ^ hash)] as number);
      before = hash;
      const own = this.#classes[at] as readonly number[];
      if (own.length > 0) sum += this.#mostOfPairs(own, at, against);
    }
    for (let flag = 0; flag < FLAG_COUNT; flag++)
      if ((this.#flags & (1 << flag)) !== 0) sum += against[FLAGS_AT + flag] as number;
    return sum;
  }

  #mostOfPairs(own: readonly number[], at: number, against: Uint8Array): number {
    let sum = 0;
    for (let other = at - 1; other >= Math.max(0, at - APART); other--) {
      const theirs = this.#classes[other] as readonly number[];
      for (let i = 0; i < theirs.length; i++) {
        const row = PAIRS_AT + (theirs[i] as number) * CLASS_COUNT;
        for (let j = 0; j < own.length; j++) {
          sum += against[row + (own[j] as number)] as number;
          if (at - other <= NEAR) sum += against[row + NEAR_PAIRS_AT - PAIRS_AT + (own[j] as number)] as number;
        }
      }
    }
    return sum;
  }

  /** Puts the features of a window into `features`; answers how many. */
  collect(window: number): number {
    this.#turn += 1;
    this.#taken = 0;
    const first = window * STRIDE;
    const last = Math.min(this.#count, first + WINDOW);
    const hashes = this.#hashes;
    for (let at = first; at < last; at++) {
      const hash = hashes[at] as number;
      const before = at === 0 ? START : (hashes[at - 1] as number);
      this.#take(bucket(hash));
      if (at === 0 || at > first) this.#take(bucket(Math.imul(before, 31) ^ hash));
      const own = this.#classes[at] as readonly number[];
      if (own.length > 0) this.#takePairs(own, at, first);
    }
    for (let flag = 0; flag < FLAG_COUNT; flag++) if ((this.#flags & (1 << flag)) !== 0) this.#take(FLAGS_AT + flag);
    return this.#taken;
  }

  /** Which class follows which, near and a little further. */
  #takePairs(own: readonly number[], at: number, first: number): void {
    const least = Math.max(first, at - APART);
    for (let other = at - 1; other >= least; other--) {
      const theirs = this.#classes[other] as readonly number[];
      for (let i = 0; i < theirs.length; i++) {
        const row = PAIRS_AT + (theirs[i] as number) * CLASS_COUNT;
        for (let j = 0; j < own.length; j++) {
          this.#take(row + (own[j] as number));
          if (at - other <= NEAR) this.#take(row + NEAR_PAIRS_AT - PAIRS_AT + (own[j] as number));
        }
      }
    }
  }

  #take(feature: number): void {
    if (this.#seen[feature] === this.#turn) return;
    this.#seen[feature] = this.#turn;
    this.features[this.#taken] = feature;
    this.#taken += 1;
  }

  /** Case, apostrophes and escapes of line ends are not seen. */
  #readWords(text: string, start: number, end: number): number {
    const known = knownClasses();
    const units = unitsOf(text);
    const hashes = this.#hashes;
    let flags = 0;
    let count = 0;
    for (let at = start; at < end && count < WORDS_MAX; ) {
      let unit = units[at] as number;
      let folded = FOLDED[unit] as number;
      if (folded === NO_LETTER) {
        at += 1;
        if (unit <= 32) continue;
        // Behind the end of the text there is nothing, whatever the array has there.
        const next = at < text.length ? (units[at] as number) : 0;
        flags |= flagOf(unit, next);
        if (unit === 92 && isEscapedSpace(next)) at += 1;
        continue;
      }
      let hash = BASIS;
      let length = 0;
      let digits = 0;
      let capitals = 0;
      let mark = 0;
      for (;;) {
        if (folded !== NO_LETTER) {
          if (folded !== unit) capitals += 1;
          else if (folded < 58) digits += 1;
          if (length++ < WORD_LENGTH_MAX) hash = Math.imul(hash ^ folded, FNV);
        } else if (unit !== 39 && unit !== 0x2019) {
          if (unit === 64 || (unit === 58 && text.startsWith("//", at + 1))) mark = unit;
          if (mark === 0 || unit <= 32 || unit === 34) break;
        }
        at += 1;
        if (at >= end) break;
        unit = units[at] as number;
        folded = FOLDED[unit] as number;
      }
      if (capitals >= SHOUTED_MIN && capitals === length) flags |= SHOUTED;
      if (mark !== 0) hash = mark === 64 ? MAIL : ADDRESS;
      else if (digits * 2 > length) hash = NUMBER;
      hashes[count] = hash;
      this.#classes[count] = known.get(hash);
      count += 1;
    }
    this.#flags = flags;
    return count;
  }
}

function bucket(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - HASH_BITS)) & (WORD_FEATURES - 1);
}

function isWordUnit(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return code >= 0xaa && !(code >= 0x2010 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x303f);
}

const NO_LETTER = 0;
/** Each unit of a word, capitals as small letters. */
const FOLDED: Uint16Array = Uint16Array.from({ length: 0x10000 }, (_, unit) => {
  if (!isWordUnit(unit)) return NO_LETTER;
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
});

const SHOUTED_MIN = 4;

function flagOf(code: number, next: number): number {
  if (code <= 32 || code === 44 || code === 46) return 0;
  if (code === 96) return CODE;
  if (code === 93) return next === 40 ? LINK : 0;
  if (code === 124) return TABLE;
  if (code === 63) return QUESTION;
  if (code === 33) return EXCLAMATION;
  if (code === 40 || code === 91 || code === 123) return isWordUnit(next) ? BRACKET : 0;
  return (code === 42 || code === 95) && next === code ? EMPHASIS : 0;
}

/** The letter behind the backslash of `\n`, `\r`, `\t` in a string of JSON. */
function isEscapedSpace(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
}
