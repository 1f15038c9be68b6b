import { isLetterOrDigit, isSpacingMark } from "../disguise/spaced.ts";

/**
 * Looks at every twelfth place of a text for what is long and regular: a run of base64 or hexadecimal, letters with a mark after
 * each, letters in groups of one size. None of them is shorter than what lies between two looks, so none is missed.
 */
const STRIDE = 12;
export const RUN_MIN = 24;

export interface RunHandlers {
  run(start: number, end: number): void;
  spaced(at: number): void;
  grouped(at: number, size: number): void;
}

export function eachLongRun(text: string, { run, spaced, grouped }: RunHandlers): void {
  const length = text.length;
  let done = 0;
  for (let at = 0; at + 8 < length; at += STRIDE) {
    const first = text.charCodeAt(at);
    const even = isSpacingMark(first) ? at + 1 : at;
    const mark = text.charCodeAt(even + 1);
    if (isSpacingMark(mark)) {
      if (
        mark === text.charCodeAt(even + 3) &&
        mark === text.charCodeAt(even + 5) &&
        isLetterOrDigit(text.charCodeAt(even)) &&
        isLetterOrDigit(text.charCodeAt(even + 2)) &&
        isLetterOrDigit(text.charCodeAt(even + 4))
      )
        spaced(even);
      else if (mark === 32) seekGroups(text, even + 1, grouped);
    } else if (first === 32) seekGroups(text, at, grouped);
    else if (
      at >= done &&
      isRunUnit(first) &&
      isRunUnit(text.charCodeAt(at + 5)) &&
      isRunUnit(text.charCodeAt(at + 8))
    ) {
      const start = runStart(text, at, done);
      const end = runEnd(text, at);
      done = end;
      if (end - start >= RUN_MIN) run(start, end);
    }
  }
}

const SIZES = [2, 3, 4, 5, 6];

function seekGroups(text: string, space: number, grouped: (at: number, size: number) => void): void {
  for (const size of SIZES) {
    if (
      text.charCodeAt(space + size + 1) === 32 &&
      text.charCodeAt(space + 2 * size + 2) === 32 &&
      text.charCodeAt(space + 3 * size + 3) === 32 &&
      text.charCodeAt(space + 4 * size + 4) === 32
    ) {
      grouped(space, size);
      return;
    }
  }
}

/** A longer run is cut: what it says, it says in its beginning. */
const RUN_MAX = 16_384;

function runStart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && isRunUnit(text.charCodeAt(start - 1))) start--;
  return start;
}

function runEnd(text: string, at: number): number {
  let end = at;
  let line = at;
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
