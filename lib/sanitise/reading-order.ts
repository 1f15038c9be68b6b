import { isDirectionalControl } from "./characters.ts";
import { LETTER, RIGHT_TO_LEFT, traitsOf } from "./traits.ts";

/** How far from a directional mark its reasons may stand. */
const COMPANY = 40;
/** So many letters of Latin are no name. */
const SENTENCE = 24;

/**
 * Whether a mark of direction serves people: it stands around a number, as telephones copy it, or among words that read from
 * right to left. Marks are asked about in text order, and no character is read more than once for all of them: a text of nothing
 * but marks would take forty times as long otherwise.
 */
export class ReadingOrder {
  readonly #text: string;
  /** What ends the signs behind a mark: a letter, the line, or a mark that closes. */
  #ending = -1;
  /** The next that closes, or the end of the line. */
  #closing = -1;
  /** The last letter that reads from right to left before `#read`. */
  #leftward = Number.NEGATIVE_INFINITY;
  #read = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isForReaders(mark: number): boolean {
    if (this.#isClosedSoon(mark + 1)) return true;
    // A name may stand there; a sentence that is to be turned has something in it that reads so.
    if (this.#turnsSentence(mark)) return false;
    return this.#hasLeftwardWords(mark);
  }

  /** Whether what is opened at `mark` is closed before its line ends. */
  isClosed(mark: number): boolean {
    const text = this.#text;
    if (this.#closing <= mark) {
      let at = mark + 1;
      while (at < text.length && text.charCodeAt(at) !== 0x0a && !closes(text.charCodeAt(at))) at += 1;
      this.#closing = at;
    }
    return closes(text.charCodeAt(this.#closing));
  }

  /** Whether a mark that turns what follows stands before a sentence in which nothing reads from right to left. */
  #turnsSentence(mark: number): boolean {
    const text = this.#text;
    const opens = text.charCodeAt(mark);
    if (opens !== 0x202b && opens !== 0x2067) return false;
    let letters = 0;
    for (let at = mark + 1; letters < SENTENCE && at < mark + 2 * COMPANY; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 0x0a || isDirectionalControl(unit) || isLeftward(text.codePointAt(at) ?? -1)) return false;
      if ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) letters += 1;
    }
    return letters === SENTENCE;
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
