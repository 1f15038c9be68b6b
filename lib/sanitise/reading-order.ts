import { LETTER, RIGHT_TO_LEFT, traitsOf } from "./traits.ts";

/** How far from a directional mark its reasons may stand. */
const COMPANY = 40;

/**
 * Whether a mark of direction serves people: it stands around a number, as telephones copy it, or among words that read from
 * right to left. Marks are asked about in text order, and no character is read more than once for all of them: a text of nothing
 * but marks would take forty times as long otherwise.
 */
export class ReadingOrder {
  readonly #text: string;
  /** What ends the signs behind a mark: a letter, the line, or a mark that closes. */
  #ending = -1;
  /** The last letter that reads from right to left before `#read`. */
  #leftward = Number.NEGATIVE_INFINITY;
  #read = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isForReaders(mark: number): boolean {
    return this.#isClosedSoon(mark + 1) || this.#hasLeftwardWords(mark);
  }

  #isClosedSoon(from: number): boolean {
    const text = this.#text;
    if (this.#ending < from) {
      let at = from;
      while (at < text.length && !ends(text.codePointAt(at) as number)) at += 1;
      this.#ending = at;
    }
    return this.#ending - from <= COMPANY && closes(text.charCodeAt(this.#ending));
  }

  #hasLeftwardWords(mark: number): boolean {
    const text = this.#text;
    const end = Math.min(mark + COMPANY, text.length);
    for (let at = Math.max(this.#read, mark - COMPANY); at < end; at++)
      if (isLeftward(text.codePointAt(at) as number)) this.#leftward = at;
    this.#read = end;
    return this.#leftward >= mark - COMPANY;
  }
}

/** Pop directional formatting, and pop directional isolate. */
function closes(unit: number): boolean {
  return unit === 0x202c || unit === 0x2069;
}

function ends(codePoint: number): boolean {
  return codePoint === 0x0a || closes(codePoint) || (traitsOf(codePoint) & LETTER) !== 0;
}

/** A letter, for the mark of Arabic direction is of that script too, and would vouch for its neighbours. */
function isLeftward(codePoint: number): boolean {
  return (traitsOf(codePoint) & (LETTER | RIGHT_TO_LEFT)) === (LETTER | RIGHT_TO_LEFT);
}
