import { isLetterOrDigit } from "../disguise/spaced.ts";
import { unitsOf } from "../units.ts";

/**
 * Looks at every sixteenth place of a text for what is long and regular: a run of base64 or hexadecimal, letters with something
 * between them, letters in groups of one size. None of them is shorter than what lies between two looks, so none is missed.
 */
const STRIDE = 16;
const RUN_MIN = 28;

export interface RunHandlers {
  run(start: number, end: number): void;
  spaced(at: number): void;
  grouped(at: number, size: number): void;
}

export function eachLongRun(text: string, { run, spaced, grouped }: RunHandlers): void {
  const last = text.length - 8;
  let done = 0;
  for (let at = 0; at < last; at += STRIDE) {
    // Asked for at every look: who is told of a run may have read another text since.
    const units = unitsOf(text);
    const first = KINDS[units[at] as number] as number;
    const second = KINDS[units[at + 1] as number] as number;
    if ((first & second & RUNS) !== 0 && ((first | second) & MARKS) === 0) {
      if (at < done || !isRunUnit(units[at + 5] as number) || !isRunUnit(units[at + 8] as number)) continue;
      const start = runStart(text, at, done);
      const end = runEnd(text, at, start);
      done = end;
      if (end - start >= RUN_MIN) run(start, end);
    } else if (((first | second) & MARKS) !== 0) {
      const mark = (first & MARKS) !== 0 ? at : at + 1;
      if (isSparse(text, at)) spaced(at);
      else if (text.charCodeAt(mark) === SPACE) seekGroups(text, mark, grouped);
    }
  }
}

const SPACE = 32;

const SPARSE_REACH = 12;
const SPARSE_MIN = 4;

/** Single letters with something between each and the next. Of a text of words two letters tell. */
function isSparse(text: string, at: number): boolean {
  let singles = 0;
  for (let next = at; next < at + SPARSE_REACH; next++) {
    if (!isLetterOrDigit(text.charCodeAt(next))) continue;
    if (isLetterOrDigit(text.charCodeAt(next + 1))) return false;
    singles += 1;
  }
  return singles >= SPARSE_MIN;
}

const SIZE_MIN = 3;
const SIZE_MAX = 6;

function seekGroups(text: string, space: number, grouped: (at: number, size: number) => void): void {
  for (let size = SIZE_MIN; size <= SIZE_MAX; size++) {
    if (text.charCodeAt(space + size + 1) !== SPACE) continue;
    const isRegular =
      text.charCodeAt(space + 2 * size + 2) === SPACE &&
      text.charCodeAt(space + 3 * size + 3) === SPACE &&
      text.charCodeAt(space + 4 * size + 4) === SPACE;
    if (isRegular) grouped(space, size);
    return;
  }
}

const RUNS = 1;
const MARKS = 2;

/** For each unit whether it may be part of a run, and whether letters may be parted by it. */
const KINDS: Uint8Array = Uint8Array.from(
  { length: 0x10000 },
  (_, unit) => (isRunUnit(unit) ? RUNS : 0) | (isLetterOrDigit(unit) ? 0 : MARKS),
);

/** A longer run is cut: what it says, it says in its beginning. */
const RUN_MAX = 16_384;

function runStart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && isRunUnit(text.charCodeAt(start - 1))) start--;
  return start;
}

function runEnd(text: string, at: number, start: number): number {
  let end = at;
  let line = start;
  while (end < text.length && end - at < RUN_MAX) {
    if (isRunUnit(text.charCodeAt(end))) {
      end++;
      continue;
    }
    // Wrapped: a line of the same letters follows one that was long enough to wrap.
    const next = afterLineEnd(text, end);
    if (next < 0 || end - line < RUN_MIN || !isRunUnit(text.charCodeAt(next)) || !isRunUnit(text.charCodeAt(next + 3)))
      break;
    line = next;
    end = next;
  }
  while (end < text.length && text.charCodeAt(end) === 61 && end - at < RUN_MAX + 2) end++;
  return end;
}

function afterLineEnd(text: string, at: number): number {
  let next = at;
  if (text.charCodeAt(next) === 13) next++;
  if (text.charCodeAt(next) !== 10) return -1;
  next++;
  while (text.charCodeAt(next) === 32 && next - at < 12) next++;
  return next;
}

function isRunUnit(code: number): boolean {
  return isLetterOrDigit(code) || code === 43 || code === 47 || code === 45 || code === 95;
}
