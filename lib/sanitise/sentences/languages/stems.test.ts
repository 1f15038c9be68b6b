import { expect, test } from "vitest";
import { foldLetters } from "../../disguise/fold-letters.ts";
import { eachSignal } from "../signals.ts";
import { OPENING_PARTS } from "./frames.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { LATIN_LEXICONS, latinOpenings, OTHER_LEXICONS } from "./readers.ts";
import { HONEST, HOSTILE } from "./sentences.fixture.ts";
import { Stems } from "./stems.ts";

const TEXTS = [...HOSTILE, ...HONEST];

/** How many stems are met in the texts, and how many of them `mayBegin` would have passed over. */
function countPassedOver(stems: Stems, texts: readonly string[]): { met: number; passedOver: number } {
  let met = 0;
  let passedOver = 0;
  for (const text of texts) {
    const units = Uint16Array.from(text, (_, at) => text.charCodeAt(at));
    for (let at = 0; at < text.length; at++) {
      const before = met;
      stems.match(units, text.length, at, { stem: () => (met += 1) });
      if (met > before && !stems.mayBegin(units, text.length, at)) passedOver += 1;
    }
  }
  return { met, passedOver };
}

function wordsOf(lexicons: readonly Lexicon[]): string[] {
  return lexicons.flatMap(({ denial: _, language: __, ...parts }) =>
    Object.values(parts).flatMap((words) => words.replaceAll(".", "").split("|")),
  );
}

/** Two spaces, marks that are left out, the end of the text: whatever a stem may be written with. */
function writtenOtherwise(word: string): string[] {
  return [word, word.toUpperCase(), word.replaceAll(" ", "  "), `${Array.from(word).join("\u064b")}x`, `${word}.`];
}

test.each([
  ["Latin", LATIN_LEXICONS],
  ["other", OTHER_LEXICONS],
])("a look at three letters passes over no stem of %s letters", (_, lexicons) => {
  const stems = new Stems(lexicons);
  const texts = [...TEXTS, ...wordsOf(lexicons).flatMap(writtenOtherwise)];
  const { met, passedOver } = countPassedOver(stems, texts);
  expect(met).toBeGreaterThan(5_000);
  expect(passedOver).toBe(0);
});

test("a look that knows only some of the stems is noticed", () => {
  const all = new Stems(LATIN_LEXICONS);
  const some = new Stems(LATIN_LEXICONS.slice(0, 3));
  const holed = {
    match: all.match.bind(all),
    mayBegin: some.mayBegin.bind(some),
  } as unknown as Stems;
  expect(countPassedOver(holed, wordsOf(LATIN_LEXICONS)).passedOver).toBeGreaterThan(100);
});

/** Where a word that opens another language ends. */
function openedAt(text: string): number[] {
  const ends: number[] = [];
  const ignore = (): void => undefined;
  eachSignal(text, { open: ignore, suspect: ignore, openLanguage: (end) => ends.push(end) });
  return ends;
}

test("every stem that a frame needs opens its language, however short, at either end of a text and between any marks", () => {
  const missed = latinOpenings().filter((opening) => {
    const word = opening.trim();
    const texts = [word, `(${word})`, `\u00ab${word}\u00bb`, `\u00a1${word}!`, `x\n${word}\u2026 y`];
    return !texts.every((text) => openedAt(text).length > 0);
  });
  expect(missed).toEqual([]);
  expect(openedAt("xyz abc")).toEqual([]);
});

test("and no stem of such a part is without an opening", () => {
  const stems = LATIN_LEXICONS.flatMap((lexicon) => OPENING_PARTS.flatMap((part) => lexicon[part]?.split("|") ?? []));
  const closed = stems.filter((stem) => openedAt(foldLetters(stem.replace(".", "")).text).length === 0);
  expect(closed).toEqual([]);
});
