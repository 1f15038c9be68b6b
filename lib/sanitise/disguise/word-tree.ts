/**
 * Words as a tree of their letters from the last to the first: whether one ends at a place is asked letter by letter, and the
 * question is over with the first letter that leads on to none. Asking a set about every length copied the letters for each.
 */
export class WordTree {
  /** For each node and letter the node behind it, or 0. */
  readonly #next: Uint16Array;
  readonly #isWord: Uint8Array;

  constructor(words: Iterable<string>) {
    const next: number[][] = [[]];
    const ends = new Set<number>();
    for (const word of words) {
      let node = ROOT;
      for (let at = word.length - 1; at >= 0; at--) {
        const letter = letterAt(word, at);
        if (letter < 0) throw new Error(`"${word}" is not of small letters.`);
        const steps = next[node] as number[];
        steps[letter] ??= next.push([]) - 1;
        node = steps[letter];
      }
      ends.add(node);
    }
    if (next.length > NODES_MAX) throw new Error("There are more words than can be told apart.");
    this.#next = new Uint16Array(next.length * LETTERS);
    for (const [node, steps] of next.entries())
      for (const [letter, target] of steps.entries()) this.#next[node * LETTERS + letter] = target ?? NOWHERE;
    this.#isWord = Uint8Array.from(next, (_, node) => (ends.has(node) ? 1 : 0));
  }

  /** The node behind another one and the letter before it; `NOWHERE` when no word goes on with it. */
  before(node: number, text: string, at: number): number {
    const letter = letterAt(text, at);
    return letter < 0 ? NOWHERE : (this.#next[node * LETTERS + letter] as number);
  }

  isWord(node: number): boolean {
    return this.#isWord[node] === 1;
  }
}

export const ROOT = 0;
/** Nothing leads back to where every word begins. */
export const NOWHERE = 0;
const LETTERS = 26;
const NODES_MAX = 0x10000;

function letterAt(text: string, at: number): number {
  const letter = text.charCodeAt(at) - 0x61;
  return letter >= 0 && letter < LETTERS ? letter : -1;
}
