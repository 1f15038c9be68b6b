import { FEATURE_COUNT } from "../model/feature-space.ts";
import type { Bag } from "./dataset.ts";
import { type Fit, fitWeights, type Sample } from "./fit-weights.ts";

const ROUNDS = 2;
/** The order of the sentences leaves its mark on the weights; the mean of several orders has less of it. */
const ORDERS = 6;

/** Fits, then asks the fit which window of each hostile sentence it is, and fits again. */
export function learn(bags: readonly Bag[], seed: number): Fit {
  const fits = Array.from({ length: ORDERS }, (_, order) => learnInOrder(bags, seed + order));
  const weights = new Float64Array(FEATURE_COUNT);
  for (const fit of fits)
    for (let at = 0; at < weights.length; at++) weights[at] = (weights[at] ?? 0) + (fit.weights[at] ?? 0) / ORDERS;
  return { weights, bias: fits.reduce((sum, { bias }) => sum + bias, 0) / ORDERS };
}

function learnInOrder(bags: readonly Bag[], seed: number): Fit {
  let known: Fit | undefined;
  for (let round = 0; round < ROUNDS; round++) known = fitWeights(samplesOf(bags, known), { ...OPTIONS, seed });
  return known as Fit;
}

const OPTIONS = {
  featureCount: FEATURE_COUNT,
  epochs: 6,
  shrink: 0.006,
  rate: 0.15,
  floor: -0.5,
};

function samplesOf(bags: readonly Bag[], known: Fit | undefined): Sample[] {
  return bags.flatMap(({ windows, isHostile, weight }) => {
    const chosen = isHostile ? windows.slice(...(known === undefined ? [0, 1] : only(best(windows, known)))) : windows;
    return chosen.map((features) => ({ features, isHostile, weight }));
  });
}

function only(at: number): [number, number] {
  return [at, at + 1];
}

function best(windows: readonly Int32Array[], known: Fit): number {
  let at = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [index, features] of windows.entries()) {
    const score = scoreOf(features, known);
    if (score <= highest) continue;
    highest = score;
    at = index;
  }
  return at;
}

function scoreOf(features: Int32Array, { weights, bias }: Fit): number {
  let sum = bias;
  for (const feature of features) sum += weights[feature] as number;
  return sum;
}
