import { unitsOf } from "../units.ts";

const ACCEPT = 0x8000;
const STATE = 0x7fff;
const OTHER = 0;

/**
 * Finds every one of a few hundred literal words in one pass over a text, ignoring ASCII case (Aho–Corasick). The rules for
 * credentials are only tried where one of their words stands, so that clean text costs one table lookup a character.
 *
 * States are numbered breadth first and characters by the few classes that the words tell apart, so that the part of the table that
 * ordinary text walks through fits into the nearest cache.
 */
export class Anchors {
  /** The class of each unit below 128; `OTHER` for those in no word, which lead back to the start. */
  readonly #classes = new Uint8Array(128);
  /** A power of two, so that a row is found by a shift. */
  readonly #shift: number;
  /** The arrows: `state << shift | class` → state, with `ACCEPT` set where a word ends. */
  readonly #next: Uint16Array;
  /** For an accepting state the words that end there, longest first. */
  readonly #words: (readonly number[])[] = [];

  constructor(words: readonly string[]) {
    const folded = words.map((word) => word.toLowerCase());
    const letters = [...new Set(folded.join(""))].sort();
    for (const [index, letter] of letters.entries()) {
      const unit = letter.charCodeAt(0);
      if (unit > 127) throw new Error("Words are of ASCII characters.");
      this.#classes[unit] = index + 1;
      if (unit >= 0x61 && unit <= 0x7a) this.#classes[unit & ~0x20] = index + 1;
    }
    this.#shift = Math.ceil(Math.log2(letters.length + 1));
    const trie = layOut(folded);
    if (trie.length >= ACCEPT) throw new Error("Too many words for 15-bit states.");
    this.#next = new Uint16Array(trie.length << this.#shift);
    this.#link(trie);
  }

  /** Breadth first: a missing arrow goes where the longest proper suffix of its state would go. */
  #link(trie: readonly TrieNode[]): void {
    const next = this.#next;
    const suffixes = new Uint16Array(trie.length);
    const classes = 1 << this.#shift;
    for (const [state, node] of trie.entries()) {
      const suffix = suffixes[state] as number;
      const inherited = state === 0 ? [] : (this.#words[suffix] ?? []);
      this.#words[state] = [...node.words, ...inherited];
      for (let letter = 1; letter < classes; letter++) {
        next[(state << this.#shift) | letter] = state === 0 ? 0 : (next[(suffix << this.#shift) | letter] as number);
      }
      for (const [letter, child] of node.children) {
        const slot = (state << this.#shift) | (this.#classes[letter.charCodeAt(0)] as number);
        suffixes[child] = state === 0 ? 0 : (next[slot] as number);
        next[slot] = child;
      }
    }
    for (let slot = 0; slot < next.length; slot++) {
      const state = next[slot] as number;
      if ((this.#words[state]?.length ?? 0) > 0) next[slot] = state | ACCEPT;
    }
  }

  /** Calls `hit` with each word and the place behind it, in text order; it answers where to go on (its `end`, or further). */
  scan(text: string, hit: (word: number, end: number) => number): void {
    const next = this.#next;
    const classes = this.#classes;
    const shift = this.#shift;
    const length = text.length;
    const units = unitsOf(text);
    let state = 0;
    for (let i = 0; i < length; i++) {
      const unit = units[i] as number;
      if (unit > 127) {
        state = 0;
        continue;
      }
      state = next[((state & STATE) << shift) | (classes[unit] ?? OTHER)] as number;
      if (state < ACCEPT) continue;
      for (const word of this.#words[state & STATE] ?? []) {
        const resume = hit(word, i + 1);
        if (resume <= i + 1) continue;
        i = resume - 1;
        state = 0;
        break;
      }
    }
  }
}

interface TrieNode {
  readonly children: Map<string, number>;
  readonly words: number[];
}

/** The words as a tree whose nodes are numbered breadth first. */
function layOut(words: readonly string[]): TrieNode[] {
  const nodes: TrieNode[] = [{ children: new Map(), words: [] }];
  let level = words.map((word, index) => ({ word, index, node: 0 }));
  for (let depth = 0; level.length > 0; depth++) {
    const deeper: typeof level = [];
    for (const { word, index, node } of level) {
      const here = nodes[node] as TrieNode;
      if (word.length === depth) {
        here.words.push(index);
        continue;
      }
      const letter = word.charAt(depth);
      let child = here.children.get(letter);
      if (child === undefined) {
        child = nodes.push({ children: new Map(), words: [] }) - 1;
        here.children.set(letter, child);
      }
      deeper.push({ word, index, node: child });
    }
    level = deeper;
  }
  return nodes;
}
