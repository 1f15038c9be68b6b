import { parsePattern, type Shape } from "./parse-pattern.ts";

/**
 * Against patterns that hang whoever runs them on an engine that goes back: `(a+)+`, `(\w+\s?)*`, `(a|a)*`. Ours does not,
 * but agents and clients receive a tool's schemas and validate with theirs. A pattern is explosive when some loop can go
 * round on the same text in two ways, for then every round doubles the work; `[a-z]+(-[a-z]+)*` can not, however nested.
 *
 * The loops are followed as in Glushkov's automaton, one state for each character of the pattern, keeping how many ways
 * lead from one to the next. A pattern that cannot be judged counts as explosive.
 */
export function isExplosive(pattern: string): boolean {
  const shape = parsePattern(pattern);
  if (!shape) return true;
  return outermostLoops(shape).some((loop) => {
    const machine = new Machine();
    machine.add(loop);
    return machine.states.length > STATES_MAX || machine.ways > WAYS_MAX || machine.hasTwoWaysRound();
  });
}

const STATES_MAX = 40;
/** Two ways are followed at a time, so the work grows with the square of this. Where everything may be left out, everything leads to everything. */
const WAYS_MAX = 300;

function outermostLoops(shape: Shape): Shape[] {
  if (shape.kind === "loop") return [shape];
  if (shape.kind === "sequence" || shape.kind === "choice") return shape.parts.flatMap(outermostLoops);
  return shape.kind === "optional" ? outermostLoops(shape.part) : [];
}

interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly canBeEmpty: boolean;
}

class Machine {
  readonly states: Uint32Array[] = [];
  /** For each state, how many ways lead to each next one. */
  readonly #next: Map<number, number>[] = [];

  /** How many steps there are from one state to a next. */
  get ways(): number {
    return this.#next.reduce((sum, next) => sum + next.size, 0);
  }

  add(shape: Shape): Ends {
    switch (shape.kind) {
      case "empty":
        return { first: [], last: [], canBeEmpty: true };
      case "one": {
        const state = this.states.push(charactersOf(shape.source)) - 1;
        this.#next.push(new Map());
        return { first: [state], last: [state], canBeEmpty: false };
      }
      case "choice": {
        const parts = shape.parts.map((part) => this.add(part));
        return {
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
          canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
        };
      }
      case "sequence":
        return shape.parts.reduce<Ends>(
          (before, part) => {
            const after = this.add(part);
            this.#join(before.last, after.first);
            return {
              first: before.canBeEmpty ? [...before.first, ...after.first] : before.first,
              last: after.canBeEmpty ? [...before.last, ...after.last] : after.last,
              canBeEmpty: before.canBeEmpty && after.canBeEmpty,
            };
          },
          { first: [], last: [], canBeEmpty: true },
        );
      case "optional":
        return { ...this.add(shape.part), canBeEmpty: true };
      case "loop": {
        const inner = this.add(shape.part);
        this.#join(inner.last, inner.first);
        return { ...inner, canBeEmpty: inner.canBeEmpty || shape.least === 0 };
      }
    }
  }

  #join(from: readonly number[], to: readonly number[]): void {
    // Past the bound nobody asks any more, and the joins would grow with the square.
    if (this.states.length > STATES_MAX) return;
    for (const one of from) {
      const next = this.#next[one];
      for (const other of to) next?.set(other, (next.get(other) ?? 0) + 1);
    }
  }

  /** Whether two different ways lead from some state back to itself on the same text. */
  hasTwoWaysRound(): boolean {
    const count = this.states.length;
    const meets = this.states.map((left) => this.states.map((right) => overlap(left, right)));
    const rounds = roundsIn(count * count, (pair) => {
      const found: number[] = [];
      for (const one of this.#next[Math.floor(pair / count)]?.keys() ?? []) {
        for (const other of this.#next[pair % count]?.keys() ?? []) {
          if (meets[one]?.[other]) found.push(one * count + other);
        }
      }
      return found;
    });
    const roundOf = (left: number, right: number): number | undefined => rounds[left * count + right];
    const both = new Set(this.states.map((_, state) => roundOf(state, state)));
    for (let left = 0; left < count; left += 1) {
      for (let right = 0; right < count; right += 1) {
        const round = roundOf(left, right);
        if (left !== right && round !== undefined && both.has(round)) return true;
      }
      // Two ways from one state of a round to the next are as bad as two states.
      for (const [to, ways] of this.#next[left] ?? []) {
        if (ways > 1 && roundOf(left, left) === roundOf(to, to)) return true;
      }
    }
    return false;
  }
}

/**
 * For each node the number of the round it belongs to: two nodes share one when each leads to the other. Kosaraju's way,
 * without recursion: the order in which nodes are left, then once more against the arrows in the reverse of it.
 */
function roundsIn(count: number, nextOf: (node: number) => number[]): number[] {
  const next = Array.from({ length: count }, (_, node) => nextOf(node));
  const before: number[][] = next.map(() => []);
  for (const [from, targets] of next.entries()) for (const to of targets) before[to]?.push(from);
  const left: number[] = [];
  const seen = new Uint8Array(count);
  for (let start = 0; start < count; start += 1) {
    const path: { node: number; step: number }[] = seen[start] ? [] : [{ node: start, step: 0 }];
    seen[start] = 1;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = next[top.node]?.[top.step];
      top.step += 1;
      if (to === undefined) {
        left.push(top.node);
        path.pop();
      } else if (!seen[to]) {
        seen[to] = 1;
        path.push({ node: to, step: 0 });
      }
    }
  }
  const rounds: number[] = [];
  for (const start of left.reverse()) {
    const open = rounds[start] === undefined ? [start] : [];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      // It may wait more than once.
      if (rounds[node] !== undefined) continue;
      rounds[node] = start;
      for (const from of before[node] ?? []) if (rounds[from] === undefined) open.push(from);
    }
  }
  return rounds;
}

/** All of Latin, and every script at intervals: classes are compared on these. */
const SAMPLE = [
  ...Array.from({ length: 0x180 }, (_, code) => code),
  ...Array.from({ length: 0x3fc }, (_, step) => 0x180 + step * 0x40),
]
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** A schema repeats the same few classes many times, and each is tried on every character of the sample. */
const KNOWN_MAX = 1024;
const knownCharacters = new Map<string, Uint32Array>();

function charactersOf(source: string): Uint32Array {
  const characters = knownCharacters.get(source) ?? sampled(source);
  if (knownCharacters.size >= KNOWN_MAX) knownCharacters.clear();
  knownCharacters.set(source, characters);
  return characters;
}

/** Which of the sampled characters a class, an escape or a literal stands for, one bit each. One character cannot make any engine go back. */
function sampled(source: string): Uint32Array {
  const one = compile(`^(?:${source})$`, "us") ?? compile(`^(?:${source})$`, "s");
  const bits = new Uint32Array(Math.ceil(SAMPLE.length / 32));
  for (const [index, character] of SAMPLE.entries()) {
    if (!one || one.test(character)) bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << (index & 31));
  }
  return bits;
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

function overlap(left: Uint32Array, right: Uint32Array): boolean {
  return left.some((bits, index) => (bits & (right[index] ?? 0)) !== 0);
}
