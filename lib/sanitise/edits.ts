/**
 * What a stage did to its text: replace `[start, end)` by `replacement`. A list is sorted and does not overlap, so that the
 * cleaned text can be rebuilt from the raw one exactly and every offset can be carried from one to the other.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  let edited = "";
  let from = 0;
  for (let index = 0; index < edits.length; index++) {
    const { start, end, replacement } = edits[index] as Edit;
    if (start > from) edited += text.slice(from, start);
    edited += replacement;
    from = end;
  }
  return from < text.length ? edited + text.slice(from) : edited;
}

/**
 * One list that does what `first` and then `second` do; `middle` is the text between them. Edits that reach into each other
 * become one, which keeps what `first` wrote and `second` left alone. Linear in both lists.
 */
export function composeEdits(first: readonly Edit[], second: readonly Edit[], middle: string): readonly Edit[] {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const composed: Edit[] = [];
  let earlier = 0;
  let later = 0;
  /** From an offset in the raw text to one in the middle, behind the edits of `first` that were taken. */
  let shift = 0;
  while (earlier < first.length || later < second.length) {
    const nextFirst = earlier < first.length ? (first[earlier] as Edit).start + shift : Number.POSITIVE_INFINITY;
    const nextSecond = later < second.length ? (second[later] as Edit).start : Number.POSITIVE_INFINITY;
    const from = Math.min(nextFirst, nextSecond);
    const start = from - shift;
    let to = from;
    let read = from;
    let replacement = "";
    // What begins here is taken first; what begins within what was taken reaches into it.
    for (let taken = 0; ; taken++) {
      const one = first[earlier];
      const other = second[later];
      if (one !== undefined && (one.start + shift < to || (taken === 0 && one.start + shift === from))) {
        to = Math.max(to, one.start + shift + one.replacement.length);
        shift += one.replacement.length - (one.end - one.start);
        earlier += 1;
      } else if (other !== undefined && (other.start < to || (taken === 0 && other.start === from))) {
        replacement += read < other.start ? middle.slice(read, other.start) + other.replacement : other.replacement;
        read = other.end;
        to = Math.max(to, other.end);
        later += 1;
      } else break;
    }
    if (read < to) replacement += middle.slice(read, to);
    push(composed, start, to - shift, replacement);
  }
  return composed;
}

/** Deletions that touch become one; replacements stay apart, so that a finding keeps its own place in the cleaned text. */
function push(edits: Edit[], start: number, end: number, replacement: string): void {
  const last = edits[edits.length - 1];
  if (last !== undefined && last.end === start && last.replacement === "" && replacement === "") {
    edits[edits.length - 1] = { start: last.start, end, replacement: "" };
    return;
  }
  edits.push({ start, end, replacement });
}

/** How many edits are gone through one by one. */
const NEAR = 8;

/** Carries offsets across a list of edits, both ways. */
export class OffsetMap {
  readonly #edits: readonly Edit[];
  /** Where each edit starts in the raw text, and its replacement in the cleaned one. */
  readonly #rawStarts: Float64Array;
  readonly #starts: Float64Array;
  /** How many edits lay before what was asked for last: what is asked for next lies mostly close behind it. */
  #before = 0;

  constructor(edits: readonly Edit[]) {
    this.#edits = edits;
    this.#rawStarts = new Float64Array(edits.length);
    this.#starts = new Float64Array(edits.length);
    let shift = 0;
    for (let index = 0; index < edits.length; index++) {
      const edit = edits[index] as Edit;
      this.#rawStarts[index] = edit.start;
      this.#starts[index] = edit.start + shift;
      shift += edit.replacement.length - (edit.end - edit.start);
    }
  }

  /** The span of the cleaned text that a span of the raw text became; empty when all of it went. */
  toCleaned(start: number, end: number): readonly [number, number] {
    return [this.#forward(start, false), this.#forward(end, true)];
  }

  /** The smallest span of the raw text that a non-empty span of the cleaned text came from. */
  toRaw(start: number, end: number): readonly [number, number] {
    return [this.#backward(start, false), this.#backward(end, true)];
  }

  #forward(position: number, isEnd: boolean): number {
    const before = this.#countBefore(this.#rawStarts, position);
    if (before === 0) return position;
    const edit = this.#edits[before - 1] as Edit;
    const from = this.#starts[before - 1] as number;
    const to = from + edit.replacement.length;
    if (position < edit.end) return isEnd ? to : from;
    return to + (position - edit.end);
  }

  #backward(position: number, isEnd: boolean): number {
    // A deletion exactly at the border belongs to neither side: a start looks past it, an end stops before it.
    const before = this.#countBefore(this.#starts, isEnd ? position : position + 1);
    if (before === 0) return position;
    const edit = this.#edits[before - 1] as Edit;
    const to = (this.#starts[before - 1] as number) + edit.replacement.length;
    if (position < to) return isEnd ? edit.end : edit.start;
    return edit.end + (position - to);
  }

  /** How many of the starts lie before a position. */
  #countBefore(starts: Float64Array, position: number): number {
    let low = this.#before;
    let high = starts.length;
    if (low > 0 && (starts[low - 1] as number) >= position) {
      high = low;
      low = 0;
    } else {
      const near = Math.min(high, low + NEAR);
      while (low < near && (starts[low] as number) < position) low++;
      if (low < near) high = low;
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) < position) low = middle + 1;
      else high = middle;
    }
    this.#before = low;
    return low;
  }
}
