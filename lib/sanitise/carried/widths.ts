import { isSmallLetter } from "../characters.ts";
import { isByTurns, isIrregular, isPeriodic, type Row, Streak, type Taken, turnsIn } from "./streak.ts";

/**
 * Codes in the widths of spaces: rows of several widths, a width behind each word, some at the end of each line. Typesetters put one
 * between a number and its unit, and nobody sees which.
 */
export class SpaceCodes {
  readonly #text: string;
  readonly #taken: Taken[];
  readonly #gaps: Streak;
  readonly #ends: Taken[] = [];
  /** Up to where a row of spaces has been read. */
  #read = 0;

  constructor(text: string, taken: Taken[]) {
    this.#text = text;
    this.#taken = taken;
    this.#gaps = new Streak(taken, {
      reach: 48,
      least: GAPS_LEAST,
      rule: RULE,
      replacement: " ",
      isCode: (row) => this.#isCode(row),
    });
  }

  space(at: number, unit: number, seen: number): void {
    if (at < this.#read) return;
    const text = this.#text;
    let start = at;
    while (start > this.#read && text.charCodeAt(start - 1) === SPACE) start--;
    let end = at + 1;
    while (end < text.length && isSpace(text.charCodeAt(end))) end++;
    this.#read = end;
    if (end - start === 1 || (end - start === 2 && !isFixed(unit))) this.#gap(start, end, unit, seen);
    else if (end - start >= ENDS_SIZE) this.#row(start, end);
  }

  /** One that stands for the space between two words; behind a short word some languages want it, and it keeps names together. */
  #gap(start: number, end: number, unit: number, seen: number): void {
    const text = this.#text;
    if (!isLetter(text.charCodeAt(end))) return;
    const before = text.charCodeAt(start - 1);
    const isBehindWord = isFixed(unit)
      ? isSmallLetter(text.charCodeAt(end)) &&
        isLetter(before) &&
        isLetter(text.charCodeAt(start - 2)) &&
        isLetter(text.charCodeAt(start - 3))
      : isLetter(before) ||
        (ENDS_WORD.has(before) && isLetter(text.charCodeAt(start - 2)) && isLetter(text.charCodeAt(start - 3)));
    if (isBehindWord) this.#gaps.add(text.charCodeAt(start) === SPACE ? start + 1 : start, unit, seen);
  }

  #isCode({ places, kinds }: Row): boolean {
    const fixed = kinds.filter(isFixed).length;
    if (fixed < kinds.length && isByTurns(kinds) && !isPeriodic(kinds)) return true;
    if (kinds.length < (fixed === 0 ? GAPS_LEAST : FIXED_LEAST)) return false;
    // How many plain spaces stand before each: none, or as many each time, is somebody's layout.
    const plain: number[] = [];
    for (let i = 1; i < places.length; i++) {
      let spaces = 0;
      for (let at = (places[i - 1] as number) + 1; at < (places[i] as number); at++)
        if (this.#text.charCodeAt(at) === SPACE) spaces += 1;
      plain.push(spaces);
    }
    const all = plain.reduce((sum, one) => sum + one, 0);
    return isByTurns(plain) && !isPeriodic(plain) && all * 2 >= plain.length && all <= plain.length * 3;
  }

  /** Several in a row. */
  #row(start: number, end: number): void {
    const units = Array.from({ length: end - start }, (_, index) => this.#text.charCodeAt(start + index));
    const wide = units.filter((unit) => unit !== SPACE);
    const isCode =
      (wide.length === units.length && units.length >= ROW_LEAST && turnsIn(units) >= ROW_TURNS) ||
      (units.length >= (wide.every(isFixed) ? FIXED_LEAST : MIXED_LEAST) && isIrregular(units));
    if (isCode) this.#taken.push({ start, end, replacement: " ", rule: RULE });
    else if (turnsIn(units) >= ENDS_TURNS && units.length <= ROW_LEAST && endsLine(this.#text, end))
      this.#ends.push({ start, end, replacement: "", rule: RULE });
  }

  finish(): void {
    this.#gaps.finish();
    takeEnds(this.#text, this.#ends, this.#taken);
  }
}

/** Spaces at the ends of lines, in so many forms that no editor left them. */
export function takeEnds(text: string, ends: readonly Taken[], taken: Taken[]): void {
  if (ends.length < ENDS_LEAST) return;
  const forms = new Set(ends.map(({ start, end }) => text.slice(start, end)));
  if (forms.size >= ENDS_FORMS) taken.push(...ends);
}

export function endsLine(text: string, end: number): boolean {
  const unit = text.charCodeAt(end);
  return end === text.length || unit === 0x0a || unit === 0x0d;
}

const RULE = "hidden.zero-width";
const SPACE = 0x20;
const GAPS_LEAST = 16;
const ROW_LEAST = 16;
/** An indent of one width, some spaces of another and the first again are somebody's layout. */
const ROW_TURNS = 3;
const MIXED_LEAST = 24;
/** Of spaces that only keep a line from breaking, editors leave many. */
const FIXED_LEAST = 48;
const ENDS_SIZE = 3;
const ENDS_TURNS = 2;
const ENDS_LEAST = 6;
const ENDS_FORMS = 4;
const ENDS_WORD = new Set(Array.from(".,;:!?)]}'\"", (sign) => sign.charCodeAt(0)));

/** Editors leave it by the hundred. */
function isFixed(unit: number): boolean {
  return unit === 0xa0;
}

function isSpace(unit: number): boolean {
  return unit === SPACE || isWideSpace(unit);
}

/** Spaces of other widths, blanks and separators among them. */
export function isWideSpace(unit: number): boolean {
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x2800 ||
    unit === 0x3000
  );
}

/** Of ASCII. */
function isLetter(unit: number): boolean {
  return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
}
