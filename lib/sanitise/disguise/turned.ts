import type { Candidate } from "./candidate.ts";

/** A line read another way: every letter so many places on, from its end, upside down, or without its repetitions. */

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
  return readShifted(text, at, 13);
}

/** Every letter `places` further on, to undo what was moved back by as many. */
export function readShifted(text: string, at: number, places: number): Candidate {
  const { start, end } = lineAround(text, at);
  return { start, end, reading: shifted(text.slice(start, end), places) };
}

export function shifted(text: string, places: number): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const code = letter.charCodeAt(0);
    const base = code < 97 ? 65 : 97;
    return String.fromCharCode(base + ((code - base + places + 26) % 26));
  });
}

export function rotated(word: string): string {
  return shifted(word, 13);
}

/** The first letter of the alphabet for the last, and so on. */
export function readMirrored(text: string, at: number): Candidate {
  const { start, end } = lineAround(text, at);
  return { start, end, reading: mirrored(text.slice(start, end)) };
}

export function mirrored(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code < 97 ? 155 : 219) - code);
  });
}

/** From its end, as a whole or word by word. */
export function readReversed(text: string, at: number): Candidate {
  const { start, end } = lineAround(text, at);
  const line = reversed(text.slice(start, end));
  return { start, end, reading: `${line}\n\n${line.split(" ").reverse().join(" ")}` };
}

export function reversed(text: string): string {
  return Array.from(text).reverse().join("");
}

const TURNED: Readonly<Record<string, string>> = { n: "u", u: "n", p: "d", d: "p", b: "q", q: "b" };

/** Written upside down; turned letters have been folded before, but some are turned into others. */
export function readUpsideDown(text: string, at: number): Candidate {
  const { start, end } = lineAround(text, at);
  const line = text.slice(start, end);
  return { start, end, reading: `${upsideDown(line)}\n\n${turnedOver(line)}` };
}

export function upsideDown(text: string): string {
  return turnedOver(reversed(text));
}

/** Each letter turned, and left where it stands. */
export function turnedOver(text: string): string {
  return text.replace(/[nupdbq]/g, (letter) => TURNED[letter] ?? letter);
}

/** Letters written twice, or held on. */
export function readRepeated(text: string, at: number): Candidate {
  const { start, end } = lineAround(text, at);
  const line = text.slice(start, end);
  const once = line.replace(/([A-Za-z])\1/g, "$1");
  return { start, end, reading: `${once}\n\n${line.replace(/([A-Za-z])\1{2,}/g, "$1")}` };
}
