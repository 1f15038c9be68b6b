import { isAsciiLetter } from "../../disguise/read-word.ts";
import { isLetter, letterOf } from "./letters.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { type Meaning, type Node, rootOf } from "./stem-tree.ts";

/** What is told of every stem that is met. */
export interface StemFound {
  stem(meaning: Meaning, start: number, end: number): void;
}

/**
 * The stems of several languages as one tree, by their letters as `letterOf` gives them. Where they are compared the tree is laid out
 * in arrays: a letter that leads on is one look at a table, and one that does not mostly too.
 */
export class Stems {
  /** For each unit the node behind it when a stem begins with it, or nothing. */
  readonly #firsts = new Uint16Array(0x10000);
  /** By that node and by hashes of the letters behind it: which stems there are of one letter, of two, and of more. */
  readonly #short = new Uint8Array(0x10000);
  readonly #pairs = new Uint8Array(1 << HASH_BITS);
  readonly #triples = new Uint8Array(1 << HASH_BITS);
  readonly #meanings: (readonly Meaning[])[] = [];
  readonly #whole: (readonly Meaning[])[] = [];
  /**
   * The steps from node to node, by a hash of the node and the letter: what leads on, and behind it where to. Small and side by side,
   * since what is read now and then is in no cache.
   */
  #steps = new Int32Array(0);
  /** For each three letters of ASCII the node behind them, `STEP_BY_STEP` where a stem may end before it, or nothing. */
  readonly #ascii = new Uint16Array(1 << (3 * LETTER_BITS));

  constructor(lexicons: readonly Lexicon[]) {
    const root = rootOf(lexicons);
    const nodes = [root];
    const steps: (readonly [step: number, target: number])[] = [];
    for (let from = 0; from < nodes.length; from++) {
      const { next, meanings, whole } = nodes[from] as Node;
      this.#meanings.push(meanings);
      this.#whole.push(whole);
      for (const [letter, node] of next) steps.push([stepOf(from, letter), nodes.push(node) - 1]);
    }
    if (nodes.length > STEP_BY_STEP) throw new Error("There are more stems than can be told apart.");
    this.#layOut(steps);
    for (let unit = 0; unit < 0x10000; unit++) this.#firsts[unit] = this.#step(0, letterOf(unit)) & NODE;
    for (const first of new Set(this.#firsts)) this.#pass(nodes, first);
    this.#passAscii();
    // Readers step from word to word, and over everything in between.
    for (let unit = 0; unit < 0x80; unit++)
      if (!isAsciiLetter(unit) && this.#firsts[unit] !== 0) throw new Error("A stem begins with a letter.");
  }

  #passAscii(): void {
    const units = new Uint16Array(3);
    for (let three = 0; three < 1 << (3 * LETTER_BITS); three++) {
      units[0] = 0x60 + (three >>> (2 * LETTER_BITS));
      units[1] = 0x60 + ((three >>> LETTER_BITS) & LETTER_MASK);
      units[2] = 0x60 + (three & LETTER_MASK);
      if (!units.every(isAsciiLetter)) continue;
      const first = this.#firsts[units[0] as number] as number;
      const second = first === 0 ? 0 : this.#step(first, units[1] as number) & NODE;
      const third = second === 0 ? 0 : this.#step(second, units[2] as number) & NODE;
      this.#ascii[three] = this.#says(first) || this.#says(second) ? STEP_BY_STEP : third;
    }
  }

  #says(node: number): boolean {
    return node !== 0 && (this.#meanings[node]?.length ?? 0) + (this.#whole[node]?.length ?? 0) > 0;
  }

  /** Notes which three letters a stem may begin with: two, where it ends with them or where a space, which may be wider, is the second. */
  #pass(nodes: readonly Node[], first: number): void {
    const { next, meanings, whole } = nodes[first] as Node;
    if (first === 0) return;
    if (meanings.length + whole.length > 0) this.#short[first] = 1;
    for (const [second, node] of next) {
      const isShort = second === SPACE || node.meanings.length + node.whole.length > 0;
      if (isShort) this.#pairs[hashOf(first, second)] = 1;
      for (const third of node.next.keys()) this.#triples[hashOf(hashOf(first, second), third)] = 1;
    }
  }

  /**
   * Whether a stem may begin at `at` in the first `length` of these units: a look at three letters, which says no almost everywhere.
   * A mark that is left out may stand between any two, and what follows the end is not known.
   */
  mayBegin(units: Uint16Array, length: number, at: number): boolean {
    const three = threeAt(units, length, at);
    return three < 0 ? this.#mayBegin(units, length, at) : this.#ascii[three] !== 0;
  }

  #mayBegin(units: Uint16Array, length: number, at: number): boolean {
    const first = this.#firsts[units[at] as number] as number;
    if (first === 0) return false;
    if (at + 2 >= length || this.#short[first] === 1) return true;
    const second = letterOf(units[at + 1] as number);
    const third = letterOf(units[at + 2] as number);
    const pair = hashOf(first, second);
    return (this.#pairs[pair] as number) + (this.#triples[hashOf(pair, third)] as number) > 0 || second * third === 0;
  }

  #layOut(steps: readonly (readonly [step: number, target: number])[]): void {
    const size = 1 << Math.ceil(Math.log2(steps.length * 1.5 + 1));
    this.#steps = new Int32Array(2 * size).fill(NOWHERE);
    for (const [step, target] of steps) {
      let place = placeOf(step) & (size - 1);
      while (this.#steps[2 * place] !== NOWHERE) place = (place + 1) & (size - 1);
      this.#steps[2 * place] = step;
      this.#steps[2 * place + 1] = this.#says(target) ? target | SAYS : target;
    }
  }

  /** The node behind a letter, and whether it says anything; 0, which nothing leads to, where no stem goes on with it. */
  #step(from: number, letter: number): number {
    const step = stepOf(from, letter);
    const steps = this.#steps;
    const last = (steps.length >>> 1) - 1;
    for (let place = placeOf(step) & last; ; place = (place + 1) & last) {
      const known = steps[2 * place] as number;
      if (known === step) return steps[2 * place + 1] as number;
      if (known === NOWHERE) return 0;
    }
  }

  /** Tells `found` of every stem that begins at `start` in the first `length` of these units, which have a letter there. */
  match(units: Uint16Array, length: number, start: number, found: StemFound): void {
    const three = threeAt(units, length, start);
    const third = three < 0 ? STEP_BY_STEP : (this.#ascii[three] as number);
    let step = third === STEP_BY_STEP ? (this.#firsts[units[start] as number] as number) : third;
    let at = third === STEP_BY_STEP ? start + 1 : start + 3;
    // Of the first that is met nothing was noted.
    if (this.#says(step)) step |= SAYS;
    while (step !== 0) {
      const node = step & NODE;
      if (step !== node) {
        const meanings = this.#meanings[node] as readonly Meaning[];
        for (let i = 0; i < meanings.length; i++) found.stem(meanings[i] as Meaning, start, at);
        const whole = this.#whole[node] as readonly Meaning[];
        if (whole.length > 0 && (at >= length || !isLetter(units[at] as number)))
          for (let i = 0; i < whole.length; i++) found.stem(whole[i] as Meaning, start, at);
      }
      if (at >= length) return;
      const letter = letterOf(units[at] as number);
      at++;
      if (letter === 0) continue;
      step = this.#step(node, letter);
      if (letter === SPACE) while (at < length && letterOf(units[at] as number) === SPACE) at++;
    }
  }
}

const SPACE = 32;
const NOWHERE = -1;
const NODE = 0xffff;
const SAYS = 0x10000;
const STEP_BY_STEP = 0xffff;
/** Of a letter of ASCII, whatever its case. */
const LETTER_BITS = 5;
const LETTER_MASK = (1 << LETTER_BITS) - 1;
const HASH_BITS = 16;

/** Three letters of ASCII at a place as one number; -1 where they are none. */
function threeAt(units: Uint16Array, length: number, at: number): number {
  if (at + 2 >= length) return -1;
  const first = units[at] as number;
  const second = units[at + 1] as number;
  const third = units[at + 2] as number;
  if (!isAsciiLetter(first) || !isAsciiLetter(second) || !isAsciiLetter(third)) return -1;
  return ((((first & LETTER_MASK) << LETTER_BITS) | (second & LETTER_MASK)) << LETTER_BITS) | (third & LETTER_MASK);
}

function hashOf(before: number, letter: number): number {
  return Math.imul(Math.imul(before, 0x10000) | letter, 0x9e3779b1) >>> (32 - HASH_BITS);
}

/** A node and a letter in one number. */
function stepOf(node: number, letter: number): number {
  return Math.imul(node, 0x10000) | letter;
}

function placeOf(step: number): number {
  return Math.imul(step ^ (step >>> 15), 0x9e3779b1) >>> 8;
}
