import type { Markers } from "../marker.ts";
import type { CleaningPolicy } from "../policy.ts";
import { BACKTICK } from "./letters.ts";
import { MarkupLog, type Place } from "./markup-log.ts";
import type { RoleMatch } from "./roles.ts";

/** How often the same stretch may be read for the end of a tag or destination. Beyond it the start is escaped unread. */
const READS_MAX = 4;
/** How far such an end is looked for. */
export const STRETCH = 1 << 14;

/** So much of a line tells whether only marks of lists and quotations stand before a place in it. */
const LEAD = 64;

/** A blank line, or one that could be a fence. */
const PARAGRAPH_END = /\n(?=[ \t\r]*\n|[ \t]*(?:[-+*>]|\d{1,9}[.)])?[ \t]*(?:```|~~~))/g;

/**
 * The text at hand, what has been written down about it, and how much of it was read how often: that is what keeps hostile text
 * linear, so it is kept in one place for everybody who reads ahead.
 */
export class Passage {
  readonly text: string;
  readonly log: MarkupLog;
  lineStart = 0;
  /** Where that line ended; what is read behind it was joined to the line by what was taken out. */
  lineEnd = 0;
  /** The end of the line that the piece before began and this one goes on with. */
  readonly lead: string;
  #readTo = 0;
  #reads = 0;
  #paragraphEnd = -1;
  #endOfLine = -1;
  #peekedTo = 0;

  constructor(text: string, policy: CleaningPolicy, markers: Markers, lead = "") {
    this.text = text;
    this.lead = lead;
    this.log = new MarkupLog(text, policy, markers);
  }

  /** What stands before `at` in its line, as far as it matters. */
  lineBefore(at: number): string {
    const start = Math.max(this.lineStart, at - LEAD);
    return start === 0 ? this.lead + this.text.slice(start, at) : this.text.slice(start, at);
  }

  /** The end of a line that goes on in the next piece, as it has become. */
  get trail(): string {
    const before = this.log.cleanedBefore(this.text.length, 0, LEAD);
    return before.slice(before.lastIndexOf("\n") + 1);
  }

  /** Whether a stretch that begins here may be read to its end once more. */
  mayRead(at: number): boolean {
    if (at >= this.#readTo) {
      this.#reads = 0;
      return true;
    }
    this.#reads += 1;
    return this.#reads <= READS_MAX;
  }

  readUpTo(end: number): void {
    this.#readTo = Math.max(this.#readTo, end);
  }

  /** Reads `[at, end)` for words that nobody sees; empty where it has been read for them before, so that each is read once. */
  peek(at: number, end: number): string {
    if (at < this.#peekedTo) return "";
    this.#peekedTo = end;
    return this.text.slice(at, end);
  }

  /** Where the line that `at` stands in ends. Asked in text order, and looked for once in each line. */
  lineEndAfter(at: number): number {
    if (at > this.#endOfLine) {
      const end = this.text.indexOf("\n", at);
      this.#endOfLine = end < 0 ? this.text.length : end;
    }
    return this.#endOfLine;
  }

  /** A destination never goes beyond its paragraph. */
  paragraphEnd(at: number): number {
    if (at >= this.#paragraphEnd) {
      PARAGRAPH_END.lastIndex = at;
      this.#paragraphEnd = PARAGRAPH_END.test(this.text) ? PARAGRAPH_END.lastIndex - 1 : this.text.length;
    }
    return this.#paragraphEnd;
  }

  /** Between two backticks it is spoken about, even where it is not certain that every parser takes it for code. */
  placeOf({ start, end }: RoleMatch): Place {
    return this.text.charCodeAt(start - 1) === BACKTICK && this.text.charCodeAt(end) === BACKTICK ? "span" : "text";
  }
}
