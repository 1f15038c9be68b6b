const ACCEPT = 0x8000;
const STATE = 0x7fff;

/**
 * Finds every one of a few hundred literal words in one pass over a text, ignoring ASCII case (Aho–Corasick). The rules for
 * credentials are only tried where one of their words stands, so that clean text costs one table lookup a character.
 */
export class Anchors {
  /** The arrows: `state << 7 | ASCII unit` → state, with `ACCEPT` set where a word ends. Any other character leads to 0. */
  readonly #next: Uint16Array;
  /** For an accepting state the words that end there, longest first. */
  readonly #words = new Map<number, readonly number[]>();

  constructor(words: readonly string[]) {
    const folded = words.map((word) => word.toLowerCase());
    const capacity = folded.reduce((sum, word) => sum + word.length, 1);
    if (capacity >= ACCEPT) throw new Error("Too many words for 15-bit states.");
    this.#next = new Uint16Array(capacity << 7);
    this.#addWords(folded);
    this.#linkSuffixes(capacity);
    this.#foldCase();
    for (let slot = 0; slot < this.#next.length; slot++) {
      const state = this.#next[slot] as number;
      if (this.#words.has(state)) this.#next[slot] = state | ACCEPT;
    }
  }

  #addWords(words: readonly string[]): void {
    let states = 1;
    for (const [index, word] of words.entries()) {
      let state = 0;
      for (let i = 0; i < word.length; i++) {
        const slot = (state << 7) | word.charCodeAt(i);
        if (this.#next[slot] === 0) this.#next[slot] = states++;
        state = this.#next[slot] as number;
      }
      this.#words.set(state, [...(this.#words.get(state) ?? []), index]);
    }
  }

  /** Breadth first: a missing arrow goes where the longest proper suffix of its state would go. */
  #linkSuffixes(capacity: number): void {
    const next = this.#next;
    const suffixes = new Uint16Array(capacity);
    const queue: number[] = [0];
    for (const state of queue) {
      const suffix = suffixes[state] as number;
      const inherited = state === 0 ? undefined : this.#words.get(suffix);
      if (inherited !== undefined) this.#words.set(state, [...(this.#words.get(state) ?? []), ...inherited]);
      for (let unit = 0; unit < 128; unit++) {
        const slot = (state << 7) | unit;
        const onward = state === 0 ? 0 : (next[(suffix << 7) | unit] as number);
        const child = next[slot] as number;
        if (child === 0) next[slot] = onward;
        else {
          suffixes[child] = onward;
          queue.push(child);
        }
      }
    }
  }

  /** The words are in lower case: a capital goes where its small letter goes. */
  #foldCase(): void {
    for (let row = 0; row < this.#next.length; row += 128) {
      for (let unit = 0x41; unit <= 0x5a; unit++) this.#next[row | unit] = this.#next[row | unit | 0x20] as number;
    }
  }

  /** Calls `hit` with each word and the place behind it, in text order; it answers where to go on (its `end`, or further). */
  scan(text: string, hit: (word: number, end: number) => number): void {
    const next = this.#next;
    const length = text.length;
    let state = 0;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) {
        state = 0;
        continue;
      }
      state = next[((state & STATE) << 7) | unit] as number;
      if (state < ACCEPT) continue;
      for (const word of this.#words.get(state & STATE) ?? []) {
        const resume = hit(word, i + 1);
        if (resume <= i + 1) continue;
        i = resume - 1;
        state = 0;
        break;
      }
    }
  }
}
