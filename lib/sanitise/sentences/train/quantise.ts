import type { Fit } from "./fit-weights.ts";

/** Weights as bytes with a sign; beyond the largest a weight is cut off, for no single word should decide. */
export function quantise({ weights, bias }: Fit): { scale: number; bias: number; packed: Int8Array } {
  const largest = Math.min(
    4,
    weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0),
  );
  const scale = Number((largest / 127).toPrecision(6));
  const packed = Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))));
  return { scale, bias: Number(bias.toPrecision(6)), packed };
}
