import type { Candidate } from "./candidate.ts";
import { lineAround } from "./turned.ts";

const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
    .split(" ")
    .map((code, at) => [code, String.fromCharCode(97 + at)]),
);
const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries(CODES).map(([code, letter]) => [letter, code]));

/** Dots and dashes, letters parted by a space and words by a stroke or more space. */
export function readMorse(text: string, at: number): Candidate {
  const { start, end } = lineAround(text, at);
  const reading = text
    .slice(start, end)
    .split(/\s*[/|]\s*|\s{2,}/)
    .map((word) =>
      word
        .split(/\s+/)
        .map((code) => CODES[code] ?? "")
        .join(""),
    )
    .join(" ");
  return { start, end, reading };
}

export function inMorse(word: string): string {
  return Array.from(word, (letter) => LETTERS.get(letter) ?? "").join(" ");
}
