import { randomOf } from "./expand.ts";

/** One unit as the numbers of its features. */
export interface Sample {
  readonly features: Int32Array;
  readonly isHostile: boolean;
  /** How much it counts: rows of one group share what one row would have. */
  readonly weight: number;
}

export interface Fit {
  readonly weights: Float64Array;
  readonly bias: number;
}

export interface FitOptions {
  readonly featureCount: number;
  readonly epochs: number;
  /** How strongly weights are held near nothing. */
  readonly shrink: number;
  readonly rate: number;
  /** No weight of a feature falls under this: honest words behind a hostile frame do not make it honest. */
  readonly floor: number;
  readonly seed: number;
}

/** Logistic regression by stochastic descent with a rate of its own for each weight (AdaGrad); the order comes from the seed. */
export function fitWeights(
  samples: readonly Sample[],
  { featureCount, epochs, shrink, rate, floor, seed }: FitOptions,
): Fit {
  const weights = new Float64Array(featureCount);
  const squares = new Float64Array(featureCount).fill(1e-6);
  let bias = 0;
  let biasSquares = 1e-6;
  const random = randomOf(seed);
  const order = samples.map((_, at) => at);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const at of order) {
      const { features, isHostile, weight } = samples[at] as Sample;
      let sum = bias;
      for (const feature of features) sum += weights[feature] as number;
      const error = weight * (1 / (1 + Math.exp(-sum)) - (isHostile ? 1 : 0));
      for (const feature of features) {
        const slope = error + weight * shrink * (weights[feature] as number);
        squares[feature] = (squares[feature] as number) + slope * slope;
        const moved = (weights[feature] as number) - (rate * slope) / Math.sqrt(squares[feature] as number);
        weights[feature] = Math.max(moved, floor);
      }
      biasSquares += error * error;
      bias -= (rate * error) / Math.sqrt(biasSquares);
    }
  }
  return { weights, bias };
}

function shuffle(list: number[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as number, list[at] as number];
  }
}
