import { AddressBefore } from "./address-before.ts";
import { BACKTICK } from "./letters.ts";

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

  /** Nothing more on this line is certain. */
  distrust(): void {
    this.#open = true;
    this.#openBefore = true;
    this.#end = 0;
    this.#last = undefined;
  }

  /** At a backtick: where the run, or the span that it opens, ends. */
  read(text: string, at: number): { end: number; isCode: boolean } {
    const length = runAt(text, at);
    const behind = at + length;
    if (this.#end < behind) {
      const feed = text.indexOf("\n", behind);
      this.#end = feed < 0 ? text.length : feed;
      this.#last = undefined;
    }
    if (this.#from > at) this.#from = 0;
    this.#last ??= lastRuns(text, at, this.#end);
    if ((this.#last.get(length) ?? -1) < behind) {
      this.#open = true;
      return { end: behind, isCode: false };
    }
    const close = closingRun(text, behind, length);
    const inAddress = new AddressBefore().endsAt(text, this.#from, at);
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

function isSure(text: string, start: number, end: number): boolean {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x7c) return false;
    if (unit === 0x5b) depth += 1;
    else if (unit === 0x5d) {
      depth -= 1;
      if (depth < 0) return false;
    }
  }
  return true;
}
