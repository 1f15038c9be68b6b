import { FeatureReader } from "./features.ts";
import { BIAS, SCALE, WEIGHTS } from "./weights.ts";

const reader = new FeatureReader();
let unpacked: Int8Array | undefined;

/** Unpacked at the first question, for most processes never ask. */
function weights(): Int8Array {
  unpacked ??= new Int8Array(Buffer.from(WEIGHTS, "base64"));
  return unpacked;
}

/** How hostile the most hostile window of words in `text[start, end)` is, as the logarithm of the odds. */
export function scoreUnit(text: string, start: number, end: number): number {
  const known = weights();
  const { features } = reader;
  let highest = Number.NEGATIVE_INFINITY;
  const windows = reader.read(text, start, end);
  for (let window = 0; window < windows; window++) {
    const count = reader.collect(window);
    let sum = 0;
    for (let at = 0; at < count; at++) sum += known[features[at] as number] as number;
    if (sum > highest) highest = sum;
  }
  return highest * SCALE + BIAS;
}

let positive: Uint8Array | undefined;

/** The weights that speak against a text; nothing for the others. */
function against(): Uint8Array {
  positive ??= Uint8Array.from(weights(), (weight) => Math.max(0, weight));
  return positive;
}

/**
 * Whether `scoreUnit` could come to `least` for this unit or for a beginning of it. It reads every word once and no window, and is
 * never wrong when it says no; the test beside holds it to that.
 */
export function mayScore(text: string, start: number, end: number, least: number): boolean {
  if (reader.read(text, start, end) === 0) return false;
  return reader.most(against()) * SCALE + BIAS >= least;
}
