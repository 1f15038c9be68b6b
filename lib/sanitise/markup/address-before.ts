import { isSpace } from "./letters.ts";

/** Longer than this and without a space: it may as well be one. */
const ADDRESS_MAX = 200;

/**
 * Whether an address runs up to a place: some parsers read one on through backticks and backslashes, to the next space. Through a `<`
 * too: in the cleaned text it is written out, and ends nothing any more. Asked about one text from its beginning on, so that what
 * stood without a space before one place is not looked through again for the next.
 */
export class AddressBefore {
  /** Where the characters before `#at` begin that no space parts from it, as far as anybody looked. */
  #start = 0;
  #at = -1;

  /** Nothing before `from` counts; it never goes back. */
  endsAt(text: string, from: number, at: number): boolean {
    const least = Math.max(from, at - ADDRESS_MAX);
    const seen = Math.max(least, this.#at);
    let start = at;
    while (start > seen && !isSpace(text.charCodeAt(start - 1))) start--;
    if (start === this.#at) start = Math.max(least, this.#start);
    this.#start = start;
    this.#at = at;
    return at - start === ADDRESS_MAX || (at - start >= 4 && /:\/\/|www\./i.test(text.slice(start, at)));
  }
}
