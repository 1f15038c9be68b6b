import { BACKSLASH, BACKTICK, isSpace } from "./letters.ts";
import type { MarkupLog } from "./markup-log.ts";

/**
 * Code spans that every parser takes for one: on a single line, with nothing open from the lines before that could pair with
 * their ends otherwise, without the bar of a table, and without a bracket in them that closes one outside.
 */
export class CodeSpans {
  /** A run of backticks in this paragraph found no partner on its own line, and may find one on a later line. */
  #open = false;
  #openBefore = false;
  #from = 0;
  #end = 0;
  /** Where a run of each length stands last on this line; read when the line's first backtick is met. */
  #last: Map<number, number> | undefined;

  /** Between two lines only what is open counts. */
  copy(): CodeSpans {
    const copy = new CodeSpans();
    copy.#open = this.#open;
    return copy;
  }

  endParagraph(): void {
    this.#open = false;
  }

  enterLine(start: number, end: number): void {
    this.#from = start;
    this.#openBefore = this.#open;
    this.#end = end;
    this.#last = undefined;
  }

  /** The line that an earlier piece began goes on; what is left open there may end here. */
  continueLine(): void {
    this.#openBefore = this.#open;
    this.#from = 0;
    this.#end = 0;
    this.#last = undefined;
  }

  /** Nothing more on this line is certain. */
  distrust(): void {
    this.#open = true;
    this.#openBefore = true;
  }

  /** At a backtick: where the run, or the span that it opens, ends. `log` knows what has become of the text before it. */
  read(text: string, at: number, log: MarkupLog): { end: number; isCode: boolean } {
    const length = runAt(text, at);
    const behind = at + length;
    if (this.#end < behind) {
      // Something that went over the end of the line was taken out: what was open there is on this line now.
      this.#openBefore ||= this.#open;
      const feed = text.indexOf("\n", behind);
      this.#end = feed < 0 ? text.length : feed;
      this.#last = undefined;
    }
    if (this.#from > at) this.#from = 0;
    this.#last ??= lastRuns(text, at, this.#end);
    if ((this.#last.get(length) ?? -1) < behind) {
      // Its partner may come into this line, when what stands before that is taken out.
      this.#open = true;
      this.#openBefore = true;
      return { end: behind, isCode: false };
    }
    const close = closingRun(text, behind, length);
    const inAddress = endsInAddress(log, this.#from, at);
    this.#from = behind;
    if (this.#openBefore || inAddress || !isSure(text, behind, close)) {
      // Whatever pairs with what here, later runs may pair with the rest.
      this.#open = true;
      this.#openBefore = true;
      return { end: behind, isCode: false };
    }
    this.#from = close + length;
    return { end: close + length, isCode: true };
  }
}

function runAt(text: string, at: number): number {
  let to = at;
  while (text.charCodeAt(to) === BACKTICK) to++;
  return to - at;
}

function lastRuns(text: string, from: number, end: number): Map<number, number> {
  const last = new Map<number, number>();
  for (let at = from; at >= 0 && at < end; at = text.indexOf("`", at)) {
    const length = runAt(text, at);
    last.set(length, at);
    at += length;
  }
  return last;
}

/** The next run of exactly this length; there is one. */
function closingRun(text: string, from: number, length: number): number {
  let at = text.indexOf("`", from);
  while (at >= 0) {
    const run = runAt(text, at);
    if (run === length) return at;
    at = text.indexOf("`", at + run);
  }
  return text.length;
}

/** Longer than this and without a space: it may as well be one. */
const ADDRESS_MAX = 200;

/**
 * Whether an address runs up to `at`: some parsers read one on through backticks and backslashes, to the next space. Through a `<`
 * too: in the cleaned text it is written out, and ends nothing any more.
 */
export function endsInAddress(log: MarkupLog, from: number, at: number): boolean {
  const before = log.cleanedBefore(at, from, ADDRESS_MAX);
  let start = before.length;
  while (start > 0 && !isSpace(before.charCodeAt(start - 1))) start--;
  const length = before.length - start;
  return length === ADDRESS_MAX || (length >= 4 && /:\/\/|www\./i.test(before.slice(start)));
}

function isSure(text: string, start: number, end: number): boolean {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x7c) return false;
    // What stands between two runs is a span of its own to some, and opens nothing.
    if (unit === BACKTICK) depth = 0;
    else if (unit === 0x5b && text.charCodeAt(at - 1) !== BACKSLASH) depth += 1;
    else if (unit === 0x5d) {
      depth -= 1;
      if (depth < 0) return false;
    }
  }
  return true;
}
