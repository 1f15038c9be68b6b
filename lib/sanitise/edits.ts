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
  const parts: string[] = [];
  let from = 0;
  for (const edit of edits) {
    if (edit.start > from) parts.push(text.slice(from, edit.start));
    if (edit.replacement !== "") parts.push(edit.replacement);
    from = edit.end;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts.join("");
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
    const from = Math.min(
      (first[earlier]?.start ?? Number.POSITIVE_INFINITY) + shift,
      second[later]?.start ?? Number.POSITIVE_INFINITY,
    );
    const start = from - shift;
    let to = from;
    let read = from;
    let replacement = "";
    for (let taken = 0; ; taken++) {
      const one = first[earlier];
      const other = second[later];
      const reaches = (at: number): boolean => at < to || (taken === 0 && at === from);
      if (one !== undefined && reaches(one.start + shift)) {
        to = Math.max(to, one.start + shift + one.replacement.length);
        shift += one.replacement.length - (one.end - one.start);
        earlier += 1;
      } else if (other !== undefined && reaches(other.start)) {
        replacement += middle.slice(read, other.start) + other.replacement;
        read = other.end;
        to = Math.max(to, other.end);
        later += 1;
      } else break;
    }
    push(composed, { start, end: to - shift, replacement: replacement + middle.slice(read, to) });
  }
  return composed;
}

/** Deletions that touch become one; replacements stay apart, so that a finding keeps its own place in the cleaned text. */
function push(edits: Edit[], edit: Edit): void {
  const last = edits.at(-1);
  if (last !== undefined && last.end === edit.start && last.replacement === "" && edit.replacement === "") {
    edits[edits.length - 1] = { start: last.start, end: edit.end, replacement: "" };
    return;
  }
  edits.push(edit);
}

/** Carries offsets across a list of edits, both ways. */
export class OffsetMap {
  readonly #edits: readonly Edit[];
  /** Where each edit's replacement starts in the cleaned text. */
  readonly #starts: Float64Array;

  constructor(edits: readonly Edit[]) {
    this.#edits = edits;
    this.#starts = new Float64Array(edits.length);
    let shift = 0;
    for (let index = 0; index < edits.length; index++) {
      const edit = edits[index] as Edit;
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
    const index = lastWhere(this.#edits.length, (i) => (this.#edits[i] as Edit).start < position);
    if (index < 0) return position;
    const edit = this.#edits[index] as Edit;
    const from = this.#starts[index] as number;
    const to = from + edit.replacement.length;
    if (position < edit.end) return isEnd ? to : from;
    return to + (position - edit.end);
  }

  #backward(position: number, isEnd: boolean): number {
    // A deletion exactly at the border belongs to neither side: a start looks past it, an end stops before it.
    const index = lastWhere(this.#edits.length, (i) => {
      const from = this.#starts[i] as number;
      return isEnd ? from < position : from <= position;
    });
    if (index < 0) return position;
    const edit = this.#edits[index] as Edit;
    const to = (this.#starts[index] as number) + edit.replacement.length;
    if (position < to) return isEnd ? edit.end : edit.start;
    return edit.end + (position - to);
  }
}

/** The last index for which a condition holds that holds for a prefix; -1 when for none. */
function lastWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
