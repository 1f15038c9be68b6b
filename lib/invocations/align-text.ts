import type { Finding } from "#lib/sanitise/finding.ts";

/** Half-open, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One row of a comparison: what stands level in the raw and in the cleaned text. Either side may have nothing there. */
export interface AlignedRow {
  readonly raw: Range;
  readonly cleaned: Range;
  /** Whether it begins a line of the text, or goes on with a long one. */
  readonly beginsLine: boolean;
}

type Place = Pick<Finding, "start" | "end" | "cleanedStart" | "cleanedEnd">;

/** A row is drawn as a whole, so that a text without line ends must not become one row. */
const ROW_MAX = 600;

/**
 * Lays a raw and a cleaned text side by side in rows of at most one line, so that what is the same stands level. Between two findings nothing
 * was changed, so the texts go in step there; inside of one, line stands beside line as far as both go. The rows are cut from the
 * texts and nothing else: put together again, each side is its text.
 */
export function alignTexts(raw: string, cleaned: string, findings: readonly Place[]): AlignedRow[] {
  const rows = new Rows();
  let at = { raw: 0, cleaned: 0 };
  for (const place of inOrder(findings, raw.length, cleaned.length)) {
    layStretch(rows, raw, cleaned, at, { raw: place.start, cleaned: place.cleanedStart });
    layChange(rows, raw, cleaned, place);
    at = { raw: place.end, cleaned: place.cleanedEnd };
  }
  layStretch(rows, raw, cleaned, at, { raw: raw.length, cleaned: cleaned.length });
  return rows.finish();
}

/** One text alone, in the rows it would have beside itself. */
export function rowsOfText(text: string): AlignedRow[] {
  return alignTexts(text, text, []);
}

interface Point {
  readonly raw: number;
  readonly cleaned: number;
}

/** What was found, one after the other in both texts: what lies in something else is part of that. */
function inOrder(findings: readonly Place[], rawLength: number, cleanedLength: number): Place[] {
  const kept: Place[] = [];
  let raw = 0;
  let cleaned = 0;
  for (const { start, end, cleanedStart, cleanedEnd } of findings.toSorted((one, other) => one.start - other.start)) {
    const place = {
      start: Math.max(raw, start),
      end: Math.min(rawLength, end),
      cleanedStart: Math.max(cleaned, cleanedStart),
      cleanedEnd: Math.min(cleanedLength, cleanedEnd),
    };
    if (place.end < place.start || place.cleanedEnd < place.cleanedStart) continue;
    kept.push(place);
    raw = place.end;
    cleaned = place.cleanedEnd;
  }
  return kept;
}

/** Text that is the same on both sides; where it is not (more was found than is kept of it), it is laid out as a change. */
function layStretch(rows: Rows, raw: string, cleaned: string, from: Point, to: Point): void {
  const length = to.raw - from.raw;
  if (length !== to.cleaned - from.cleaned || !isSame(raw, cleaned, from, length)) {
    layChange(rows, raw, cleaned, { start: from.raw, end: to.raw, cleanedStart: from.cleaned, cleanedEnd: to.cleaned });
    return;
  }
  for (const piece of piecesOf(raw, from.raw, to.raw, rows.room)) {
    rows.add(piece.length, piece.length);
    if (!piece.last) rows.close(piece.endsLine);
  }
}

function isSame(raw: string, cleaned: string, from: Point, length: number): boolean {
  return raw.slice(from.raw, from.raw + length) === cleaned.slice(from.cleaned, from.cleaned + length);
}

function layChange(rows: Rows, raw: string, cleaned: string, place: Place): void {
  const before = [...piecesOf(raw, place.start, place.end, rows.room)];
  const after = [...piecesOf(cleaned, place.cleanedStart, place.cleanedEnd, rows.room)];
  const count = Math.max(before.length, after.length);
  for (let n = 0; n < count; n += 1) {
    rows.add(before[n]?.length ?? 0, after[n]?.length ?? 0);
    const endsLine = before[n]?.endsLine === true || after[n]?.endsLine === true;
    if (endsLine || n < count - 1) rows.close(endsLine);
  }
}

interface Piece {
  readonly length: number;
  readonly endsLine: boolean;
  /** Nothing comes after it in the stretch, and the row may still go on. */
  readonly last: boolean;
}

/** A stretch in lines, and long lines in parts that end between characters; the first part fills up the row that has begun. */
function* piecesOf(text: string, start: number, end: number, room: number): Generator<Piece> {
  let at = start;
  let space = room;
  while (at < end) {
    const newline = text.indexOf("\n", at);
    const lineEnd = newline < 0 || newline >= end ? end : newline + 1;
    const cut = lineEnd - at > space ? between(text, at + space) : lineEnd;
    const endsLine = text[cut - 1] === "\n";
    yield { length: cut - at, endsLine, last: cut === end && !endsLine };
    at = cut;
    space = ROW_MAX;
  }
}

/** Never between the halves of one character. */
function between(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

class Rows {
  readonly #rows: AlignedRow[] = [];
  #raw: Range = { start: 0, end: 0 };
  #cleaned: Range = { start: 0, end: 0 };
  #beginsLine = true;

  /** What the row that has begun can still take. */
  get room(): number {
    const taken = Math.max(this.#raw.end - this.#raw.start, this.#cleaned.end - this.#cleaned.start);
    return Math.max(1, ROW_MAX - taken);
  }

  add(raw: number, cleaned: number): void {
    this.#raw = { start: this.#raw.start, end: this.#raw.end + raw };
    this.#cleaned = { start: this.#cleaned.start, end: this.#cleaned.end + cleaned };
  }

  close(endsLine: boolean): void {
    this.#rows.push({ raw: this.#raw, cleaned: this.#cleaned, beginsLine: this.#beginsLine });
    this.#raw = { start: this.#raw.end, end: this.#raw.end };
    this.#cleaned = { start: this.#cleaned.end, end: this.#cleaned.end };
    this.#beginsLine = endsLine;
  }

  /** An empty text has one empty row; a line end at the very end begins none. */
  finish(): AlignedRow[] {
    if (this.#raw.end > this.#raw.start || this.#cleaned.end > this.#cleaned.start || this.#rows.length === 0)
      this.close(true);
    return this.#rows;
  }
}
