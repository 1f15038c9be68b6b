import { expect, test } from "vitest";
import { expand, randomOf } from "./expand.ts";
import { fitWeights, type Sample } from "./fit-weights.ts";
import { quantise } from "./quantise.ts";

const sample = (isHostile: boolean, ...features: number[]): Sample => ({
  features: Int32Array.from(features),
  isHostile,
  weight: 1,
});
const samples = [sample(true, 0, 2), sample(true, 0, 3), sample(false, 1, 2), sample(false, 1, 3)];
const options = { featureCount: 4, epochs: 40, shrink: 0.001, rate: 0.2, floor: -0.5, seed: 3 };

test("what tells the two apart gets the weight, and no weight falls under the floor", () => {
  const { weights } = fitWeights(samples, options);
  expect(weights[0]).toBeGreaterThan(0.5);
  expect(weights[1]).toBeLessThan(0);
  expect(weights[1]).toBeGreaterThanOrEqual(-0.5);
  expect(Math.abs(weights[2] ?? 0)).toBeLessThan((weights[0] ?? 0) / 2);
});

test("the same seed gives the same weights, to the byte", () => {
  expect(quantise(fitWeights(samples, options))).toEqual(quantise(fitWeights(samples, options)));
  expect(expand("{drop} {prior} {directives}.", 5, randomOf(1))).toEqual(
    expand("{drop} {prior} {directives}.", 5, randomOf(1)),
  );
});

test("a frame with an unknown slot is refused", () => {
  expect(() => expand("{nothing}", 1, randomOf(1))).toThrow("No slot");
});
