import {
  APART,
  CLASS_COUNT,
  FLAGS_AT,
  featureOfTwo,
  featureOfWord,
  NEAR,
  NEAR_PAIRS_AT,
  PAIRS_AT,
  STRIDE,
  WINDOW,
} from "./feature-space.ts";
import { START } from "./word-hash.ts";
import { knownClasses, ROW_MAX, type WordRow } from "./word-row.ts";

const MET = 256;

/** The most that windows of a row can weigh: sums over the words as they come, by which most windows need not be looked at. */
export class WindowBound {
  readonly #row: WordRow;
  /** What can weigh in of all words before each, with these weights. */
  readonly #sums = new Int32Array(ROW_MAX + 1);
  /** What is in them of each word with the one before it. */
  readonly #seconds = new Int32Array(ROW_MAX);
  /** Which word had a feature last, by the lowest bits of the feature. */
  readonly #met = new Int32Array(MET);
  /** The classes of all words that have some, one behind the other, and the words that they are of. */
  #owned = new Uint8Array(ROW_MAX);
  #owners = new Int32Array(ROW_MAX);
  #ownedCount = 0;
  #weights: Int8Array | undefined;
  /** What two classes weigh that are near each other, and what two weigh that are further apart. */
  readonly #pairs = new Uint16Array(2 * CLASS_COUNT * CLASS_COUNT);
  #beginnings = -1;
  #summed = 0;

  constructor(row: WordRow) {
    this.#row = row;
  }

  /**
   * The most that a window of what was read can weigh, and any beginning of that window. What speaks for the text is only counted where
   * it cannot be counted twice, and what speaks against it as often as it stands there, so it is never too little.
   */
  most(window: number, weights: Int8Array): number {
    this.#sum(weights);
    const row = this.#row;
    const sums = this.#sums;
    const first = row.first + window * STRIDE;
    const last = Math.min(row.last, first + WINDOW);
    let highest = sums[first + 1] as number;
    for (let at = first + 2; at <= last; at++) highest = Math.max(highest, sums[at] as number);
    // Of its first word only the one that begins a unit has something before it.
    let sum = highest - (sums[first] as number) - (this.#seconds[first] as number);
    if (window === 0) sum += against(weights, featureOfTwo(START, row.hashes[first] as number));
    for (let flags = row.raised; flags !== 0; flags &= flags - 1)
      sum += against(weights, FLAGS_AT + 31 - Math.clz32(flags & -flags));
    return sum;
  }

  /** Adds up what the words weigh that were read since. */
  #sum(weights: Int8Array): void {
    const row = this.#row;
    if (weights !== this.#weights) this.#weighWith(weights);
    else if (row.beginnings !== this.#beginnings) this.#begin();
    const { count } = row;
    if (this.#summed === count) return;
    if (this.#summed === 0) this.#met.fill(-WINDOW);
    const { hashes, lists } = row;
    const sums = this.#sums;
    const known = knownClasses();
    let sum = sums[this.#summed] as number;
    let before = this.#summed === 0 ? START : (hashes[this.#summed - 1] as number);
    for (let at = this.#summed; at < count; at++) {
      const hash = hashes[at] as number;
      const second = this.#weigh(weights, featureOfTwo(before, hash), at);
      this.#seconds[at] = second;
      sum += this.#weigh(weights, featureOfWord(hash), at) + second;
      before = hash;
      const list = lists[at] as number;
      if (list !== 0) sum += this.#sumPairs(known.listed(list), at);
      sums[at + 1] = sum;
    }
    this.#summed = count;
  }

  /** What a feature of the word at `at` weighs. What speaks for the text counts for nothing where the same may stand in one window with it. */
  #weigh(weights: Int8Array, feature: number, at: number): number {
    const met = feature & (MET - 1);
    const isAgain = at - (this.#met[met] as number) < WINDOW;
    this.#met[met] = at;
    return isAgain ? against(weights, feature) : (weights[feature] as number);
  }

  #weighWith(weights: Int8Array): void {
    this.#weights = weights;
    this.#begin();
    const count = CLASS_COUNT * CLASS_COUNT;
    for (let pair = 0; pair < count; pair++) {
      this.#pairs[pair] = against(weights, PAIRS_AT + pair) + against(weights, NEAR_PAIRS_AT + pair);
      this.#pairs[count + pair] = against(weights, PAIRS_AT + pair);
    }
  }

  #begin(): void {
    this.#beginnings = this.#row.beginnings;
    this.#summed = 0;
    this.#ownedCount = 0;
  }

  /** What the classes of the word at `at` weigh behind those before it. */
  #sumPairs(own: readonly number[], at: number): number {
    const owned = this.#owned;
    const owners = this.#owners;
    const pairs = this.#pairs;
    const last = this.#ownedCount - 1;
    let sum = 0;
    for (let i = 0; i < own.length; i++) {
      const one = own[i] as number;
      let other = last;
      for (; other >= 0 && at - (owners[other] as number) <= NEAR; other--)
        sum += pairs[(owned[other] as number) * CLASS_COUNT + one] as number;
      for (; other >= 0 && at - (owners[other] as number) <= APART; other--)
        sum += pairs[CLASS_COUNT * CLASS_COUNT + (owned[other] as number) * CLASS_COUNT + one] as number;
    }
    this.#own(own, at);
    return sum;
  }

  #own(own: readonly number[], at: number): void {
    if (this.#ownedCount + own.length > this.#owned.length) {
      this.#owned = grown(this.#owned);
      this.#owners = grown(this.#owners);
    }
    for (let i = 0; i < own.length; i++) {
      this.#owned[this.#ownedCount] = own[i] as number;
      this.#owners[this.#ownedCount] = at;
      this.#ownedCount += 1;
    }
  }
}

function grown<Room extends Uint8Array | Int32Array>(room: Room): Room {
  const larger = new (room.constructor as new (length: number) => Room)(2 * room.length);
  larger.set(room);
  return larger;
}

/** A weight that speaks against a text; nothing for the others. */
function against(weights: Int8Array, feature: number): number {
  const weight = weights[feature] as number;
  return weight & ~(weight >> 31);
}
