import {
  APART,
  CLASS_COUNT,
  FEATURE_COUNT,
  FLAG_COUNT,
  FLAGS_AT,
  featureOfTwo,
  featureOfWord,
  NEAR,
  NEAR_PAIRS_AT,
  PAIRS_AT,
  STRIDE,
  WINDOW,
} from "./feature-space.ts";
import { WindowBound } from "./window-bound.ts";
import { START } from "./word-hash.ts";
import { knownClasses, WordRow } from "./word-row.ts";

const TURNS = 255;

/**
 * The features of a unit's windows, each once, however often it stands there. One reader serves a whole process: it keeps its room, and what it
 * answers is good until it is asked again.
 */
export class FeatureReader {
  /** The features of the window that was collected last. */
  readonly features: Int32Array = new Int32Array(FEATURE_COUNT);
  /** In which turn each was taken last: a byte, or the table would push the others out of the cache. */
  readonly #seen = new Uint8Array(FEATURE_COUNT);
  readonly #row = new WordRow();
  readonly #bound = new WindowBound(this.#row);
  #turn = 0;
  #taken = 0;

  /** Reads `text[start, end)`; answers how many windows of words it has. */
  read(text: string, start: number, end: number): number {
    this.#row.read(text, start, end);
    const count = this.#row.last - this.#row.first;
    if (count <= WINDOW) return count === 0 ? 0 : 1;
    return 1 + Math.ceil((count - WINDOW) / STRIDE);
  }

  /** The most that a window of what was read can weigh, and any beginning of that window. */
  most(window: number, weights: Int8Array): number {
    return this.#bound.most(window, weights);
  }

  /** Puts the features of a window into `features`; answers how many. */
  collect(window: number): number {
    if (this.#turn === TURNS) {
      this.#seen.fill(0);
      this.#turn = 0;
    }
    this.#turn += 1;
    this.#taken = 0;
    const row = this.#row;
    const { hashes, lists } = row;
    const first = row.first + window * STRIDE;
    const last = Math.min(row.last, first + WINDOW);
    for (let at = first; at < last; at++) {
      const hash = hashes[at] as number;
      const before = at === row.first ? START : (hashes[at - 1] as number);
      this.#take(featureOfWord(hash));
      if (at === row.first || at > first) this.#take(featureOfTwo(before, hash));
      const list = lists[at] as number;
      if (list !== 0) this.#takePairs(knownClasses().listed(list), at, first);
    }
    for (let flag = 0; flag < FLAG_COUNT; flag++) if ((row.raised & (1 << flag)) !== 0) this.#take(FLAGS_AT + flag);
    return this.#taken;
  }

  /** Which class follows which, near and a little further. */
  #takePairs(own: readonly number[], at: number, first: number): void {
    const least = Math.max(first, at - APART);
    for (let other = at - 1; other >= least; other--) {
      const list = this.#row.lists[other] as number;
      if (list === 0) continue;
      const theirs = knownClasses().listed(list);
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
}
