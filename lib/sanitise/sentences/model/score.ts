import { eachFeature, eachWindow } from "./features.ts";
import { BIAS, SCALE, WEIGHTS } from "./weights.ts";

let unpacked: Int8Array | undefined;

/** Unpacked at the first question, for most processes never ask. */
function weights(): Int8Array {
  unpacked ??= new Int8Array(Buffer.from(WEIGHTS, "base64"));
  return unpacked;
}

/** How hostile the most hostile window of words in `text[start, end)` is, as the logarithm of the odds. */
export function scoreUnit(text: string, start: number, end: number): number {
  const known = weights();
  let highest = Number.NEGATIVE_INFINITY;
  eachWindow(text, start, end, () => {
    let sum = 0;
    eachFeature((feature) => {
      sum += known[feature] as number;
    });
    if (sum > highest) highest = sum;
  });
  return highest * SCALE + BIAS;
}
