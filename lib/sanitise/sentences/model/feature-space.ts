import { CLASSES } from "../../words/classes.ts";

/**
 * What the model sees of a unit: its words, two words in a row, the classes of the lexicon and which class follows which
 * a few words later. The classes are what carries over to wording that was never seen: a synonym of *ignore* is a *disregard*
 * too. Here is the number of each.
 */
const HASH_BITS = 15;
const WORD_FEATURES = 1 << HASH_BITS;
export const CLASS_COUNT = 64;
export const PAIRS_AT = WORD_FEATURES;
export const NEAR_PAIRS_AT: number = PAIRS_AT + CLASS_COUNT * CLASS_COUNT;
export const FLAGS_AT: number = NEAR_PAIRS_AT + CLASS_COUNT * CLASS_COUNT;
export const FLAG_COUNT = 8;
export const FEATURE_COUNT: number = FLAGS_AT + FLAG_COUNT;

if (CLASSES.length > CLASS_COUNT) throw new Error("There are more classes of words than the model has places for.");

/** A pair of classes is near within so many words, and a pair at all within so many. */
export const NEAR = 3;
export const APART = 8;

/** How many words are scored at once: a frame without the errand behind it, which says nothing about who speaks. */
export const WINDOW = 16;
export const STRIDE = 5;

/** The feature of a word, by its hash. */
export function featureOfWord(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - HASH_BITS)) & (WORD_FEATURES - 1);
}

/** The feature of two words in a row. */
export function featureOfTwo(before: number, hash: number): number {
  return featureOfWord(Math.imul(before, 31) ^ hash);
}
