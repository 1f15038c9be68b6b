import type { Candidate } from "./candidate.ts";
import { unleet } from "./leet.ts";
import { segment } from "./segment.ts";
import { isLetterOrDigit } from "./spaced.ts";
import { lineAround } from "./turned.ts";

const RUN_MIN = 18;
const REACH = 300;

/** Words without spaces between them: `ignoreallpreviousinstructions`. Names in source are shorter, or say nothing. */
export function readJoined(text: string, at: number): Candidate | undefined {
  const { start, end } = runAround(text, at);
  if (end - start < RUN_MIN) return undefined;
  return { start, end, reading: segment(text.slice(start, end)) };
}

/** Digits in the place of letters; in a run without spaces, also taken apart. */
export function readLeet(text: string, at: number): Candidate | undefined {
  const { start, end } = runAround(text, at);
  if (end - start > RUN_MIN) return { start, end, reading: segment(text.slice(start, end)) };
  const line = lineAround(text, at);
  return { ...line, reading: unleet(text.slice(line.start, line.end)) };
}

function runAround(text: string, at: number): { start: number; end: number } {
  let start = at;
  while (start > 0 && at - start < REACH && isLetterOrDigit(text.charCodeAt(start - 1))) start--;
  let end = at;
  while (end < text.length && end - at < REACH && isLetterOrDigit(text.charCodeAt(end))) end++;
  return { start, end };
}
