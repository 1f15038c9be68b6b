/**
 * Finds every one of a few hundred literal words in one pass over a text, ignoring ASCII case (Aho–Corasick). The rules for
 * credentials are only tried where one of their words stands, so that clean text costs one table lookup a character.
 */
export class Anchors {
  /** Character class of each ASCII unit; 0 for every character that is in no word. */
  readonly #classes = new Uint8Array(128);
  readonly #shift: number;
  readonly #next: Uint16Array;
  /** For each state the words that end there, longest first; undefined for most. */
  readonly #ends: (readonly number[] | undefined)[];

  constructor(words: readonly string[]) {
    const folded = words.map((word) => word.toLowerCase());
    const letters = [...new Set(folded.join(""))];
    for (const [index, letter] of letters.entries()) {
      this.#classes[letter.charCodeAt(0)] = index + 1;
      this.#classes[letter.toUpperCase().charCodeAt(0)] = index + 1;
    }
    this.#shift = Math.ceil(Math.log2(letters.length + 1));
    const states = folded.reduce((sum, word) => sum + word.length, 1);
    if (states > 0xffff) throw new Error("Too many words for 16-bit states.");
    this.#next = new Uint16Array(states << this.#shift);
    this.#ends = this.#build(folded, letters.length + 1);
  }

  #build(words: readonly string[], width: number): (readonly number[] | undefined)[] {
    const next = this.#next;
    const ends: (number[] | undefined)[] = [];
    let count = 1;
    for (const [index, word] of words.entries()) {
      let state = 0;
      for (let i = 0; i < word.length; i++) {
        const slot = (state << this.#shift) | (this.#classes[word.charCodeAt(i)] ?? 0);
        if (next[slot] === 0) next[slot] = count++;
        state = next[slot] as number;
      }
      ends[state] = [...(ends[state] ?? []), index];
    }
    // Breadth first: a missing arrow goes where the longest proper suffix of this state would go.
    const fallback = new Uint16Array(count);
    const queue: number[] = [0];
    for (const state of queue) {
      const suffix = fallback[state] as number;
      if (state !== 0 && ends[suffix] !== undefined) ends[state] = [...(ends[state] ?? []), ...ends[suffix]];
      for (let letter = 1; letter < width; letter++) {
        const slot = (state << this.#shift) | letter;
        const onward = state === 0 ? 0 : (next[(suffix << this.#shift) | letter] as number);
        const child = next[slot] as number;
        if (child === 0) next[slot] = onward;
        else {
          fallback[child] = onward;
          queue.push(child);
        }
      }
    }
    return ends;
  }

  /** Calls `hit` with each word and the place behind it, in text order; it answers where to go on (its `end`, or further). */
  scan(text: string, hit: (word: number, end: number) => number): void {
    const classes = this.#classes;
    const next = this.#next;
    const shift = this.#shift;
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      state = next[(state << shift) | (unit < 128 ? (classes[unit] as number) : 0)] as number;
      const ends = this.#ends[state];
      if (ends === undefined) continue;
      for (const word of ends) {
        const resume = hit(word, i + 1);
        if (resume <= i + 1) continue;
        i = resume - 1;
        state = 0;
        break;
      }
    }
  }
}
