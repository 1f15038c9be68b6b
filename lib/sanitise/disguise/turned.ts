import type { Candidate } from "./candidate.ts";

/** A line read another way: every letter thirteen places on, or from its end. */

const REACH = 400;
const NEW_LINE = 10;
const QUOTE = 34;

/** The line, or the string in quotation marks, around a place; bounded. */
export function lineAround(text: string, at: number): { start: number; end: number } {
  let start = at;
  while (start > 0 && at - start < REACH && !isLineEnd(text.charCodeAt(start - 1))) start--;
  let end = at;
  while (end < text.length && end - at < REACH && !isLineEnd(text.charCodeAt(end))) end++;
  return { start, end };
}

function isLineEnd(code: number): boolean {
  return code === NEW_LINE || code === QUOTE;
}

export function readRotated(text: string, at: number): Candidate {
  const { start, end } = lineAround(text, at);
  const reading = text
    .slice(start, end)
    .replace(/[A-Za-z]/g, (letter) => String.fromCharCode(rotate(letter.charCodeAt(0))));
  return { start, end, reading };
}

function rotate(code: number): number {
  const base = code < 97 ? 65 : 97;
  return base + ((code - base + 13) % 26);
}

export function rotated(word: string): string {
  return word.replace(/[a-z]/g, (letter) => String.fromCharCode(rotate(letter.charCodeAt(0))));
}

export function readReversed(text: string, at: number): Candidate {
  const { start, end } = lineAround(text, at);
  return { start, end, reading: reversed(text.slice(start, end)) };
}

export function reversed(text: string): string {
  return Array.from(text).reverse().join("");
}
