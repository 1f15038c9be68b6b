import { FeatureReader } from "./features.ts";
import { BIAS, SCALE, WEIGHTS } from "./weights.ts";

const reader = new FeatureReader();
let unpacked: Int8Array | undefined;

/** Unpacked at the first question, for most processes never ask. */
function weights(): Int8Array {
  unpacked ??= new Int8Array(Buffer.from(WEIGHTS, "base64"));
  return unpacked;
}

/**
 * How hostile the most hostile window of words in `text[start, end)` is, as the logarithm of the odds. A window that cannot come to
 * `least` is not weighed.
 */
export function scoreUnit(text: string, start: number, end: number, least = Number.NEGATIVE_INFINITY): number {
  const known = weights();
  const { features } = reader;
  let highest = Number.NEGATIVE_INFINITY;
  const windows = reader.read(text, start, end);
  for (let window = 0; window < windows; window++) {
    if (reader.most(window, known) * SCALE + BIAS < least) continue;
    const count = reader.collect(window);
    let sum = 0;
    for (let at = 0; at < count; at++) sum += known[features[at] as number] as number;
    if (sum > highest) highest = sum;
  }
  return highest * SCALE + BIAS;
}

/**
 * Whether `scoreUnit` could come to `least` for this unit or for a beginning of it. It reads every word once and no window, and is
 * never wrong when it says no; the test beside holds it to that.
 */
export function mayScore(text: string, start: number, end: number, least: number): boolean {
  const known = weights();
  const windows = reader.read(text, start, end);
  for (let window = 0; window < windows; window++) if (reader.most(window, known) * SCALE + BIAS >= least) return true;
  return false;
}
