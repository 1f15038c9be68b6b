/** Choices that a seed repeats. Not for secrets: anybody who knows the seed knows every choice. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  chance(likelihood: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

const GOLDEN = 0x9e3779b9;

/**
 * A generator for one place in a trial: `randomOf(seed, round)` gives that round the same choices however many rounds run
 * at once and in whatever order they finish.
 */
export function randomOf(seed: number, ...place: readonly number[]): Random {
  let state = place.reduce((mixed, part) => scramble(mixed ^ scramble(part + GOLDEN)), scramble(seed));

  const next = () => {
    state = (state + GOLDEN) | 0;
    return scramble(state) / 0x1_0000_0000;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    integer,
    chance: (likelihood) => next() < likelihood,
    pick(items) {
      const picked = items[integer(0, items.length - 1)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
    shuffle(items) {
      return items
        .map((item) => ({ item, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item);
    },
  };
}

/** Spreads every bit of a 32-bit number over all others: two rounds of xor-shift and odd multiplication. */
function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
