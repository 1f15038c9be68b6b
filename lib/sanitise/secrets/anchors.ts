/**
 * Finds every one of a few hundred literal words in one pass over a text, ignoring ASCII case (Aho–Corasick). The rules for
 * credentials are only tried where one of their words stands, so that clean text costs one table lookup a character.
 */
export class Anchors {
  /** Character class of each ASCII unit; 0 for every character that is in no word. */
  readonly #classes = new Uint8Array(128);
  readonly #shift: number;
  /** The arrows: (state << shift | class) → state. */
  readonly #next: Uint16Array;
  /** 1 for each state in which a word ends. */
  readonly #accepts: Uint8Array;
  /** For such a state the words that end there, longest first. */
  readonly #words = new Map<number, readonly number[]>();

  constructor(words: readonly string[]) {
    const folded = words.map((word) => word.toLowerCase());
    const letters = [...new Set(folded.join(""))];
    for (const [index, letter] of letters.entries()) {
      this.#classes[letter.charCodeAt(0)] = index + 1;
      this.#classes[letter.toUpperCase().charCodeAt(0)] = index + 1;
    }
    const width = letters.length + 1;
    this.#shift = Math.ceil(Math.log2(width));
    const capacity = folded.reduce((sum, word) => sum + word.length, 1);
    if (capacity > 0xffff) throw new Error("Too many words for 16-bit states.");
    this.#next = new Uint16Array(capacity << this.#shift);
    const states = this.#addWords(folded);
    this.#accepts = new Uint8Array(states);
    this.#linkSuffixes(states, width);
    for (const state of this.#words.keys()) this.#accepts[state] = 1;
  }

  #addWords(words: readonly string[]): number {
    let states = 1;
    for (const [index, word] of words.entries()) {
      let state = 0;
      for (let i = 0; i < word.length; i++) {
        const slot = (state << this.#shift) | (this.#classes[word.charCodeAt(i)] ?? 0);
        if (this.#next[slot] === 0) this.#next[slot] = states++;
        state = this.#next[slot] as number;
      }
      this.#words.set(state, [...(this.#words.get(state) ?? []), index]);
    }
    return states;
  }

  /** Breadth first: a missing arrow goes where the longest proper suffix of its state would go. */
  #linkSuffixes(states: number, width: number): void {
    const next = this.#next;
    const suffixes = new Uint16Array(states);
    const queue: number[] = [0];
    for (const state of queue) {
      const suffix = suffixes[state] as number;
      const inherited = state === 0 ? undefined : this.#words.get(suffix);
      if (inherited !== undefined) this.#words.set(state, [...(this.#words.get(state) ?? []), ...inherited]);
      for (let letter = 1; letter < width; letter++) {
        const slot = (state << this.#shift) | letter;
        const onward = state === 0 ? 0 : (next[(suffix << this.#shift) | letter] as number);
        const child = next[slot] as number;
        if (child === 0) next[slot] = onward;
        else {
          suffixes[child] = onward;
          queue.push(child);
        }
      }
    }
  }

  /** Calls `hit` with each word and the place behind it, in text order; it answers where to go on (its `end`, or further). */
  scan(text: string, hit: (word: number, end: number) => number): void {
    const classes = this.#classes;
    const next = this.#next;
    const shift = this.#shift;
    const accepts = this.#accepts;
    const length = text.length;
    let state = 0;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      state = next[(state << shift) | (unit < 128 ? (classes[unit] as number) : 0)] as number;
      if (accepts[state] === 0) continue;
      for (const word of this.#words.get(state) ?? []) {
        const resume = hit(word, i + 1);
        if (resume <= i + 1) continue;
        i = resume - 1;
        state = 0;
        break;
      }
    }
  }
}
