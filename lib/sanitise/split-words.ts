import { isSmallLetter } from "./characters.ts";
import { vocabulary } from "./disguise/vocabulary.ts";
import type { Edit } from "./edits.ts";
import { overstruck } from "./overstrike.ts";
import { type Note, worse } from "./stage.ts";

/**
 * Words that were cut by something nobody sees, one after the other: a filter reads the pieces, a model the words. A colour inside of
 * one word is what a search marks, and a search marks the beginnings and ends of words too; so only cuts in a row count, each in a
 * word of its own or a letter or two behind the one before.
 */
const CUTS_ALARM = 3;
/** Capitals in colours are a title, or a sequence of genes, unless they are words. */
const WORDS_ALARM = 3;
const REACH = 160;
const FEW_LETTERS = 3;
const SOFT_HYPHEN = 0xad;
/** Fillers of Hangul show a gap: between Latin letters each of them is a space that is none. */
const GAPS = new Set([0x115f, 0x1160, 0x3164, 0xffa0]);

/** `notes`, with an alarm of each that stands in a row of words which the removal of `edits` joins again. */
export function raiseCuts(text: string, edits: readonly Edit[], notes: readonly Note[]): readonly Note[] {
  const rows = [...findCuts(text, edits, isSmallLetter), ...findCapitals(text, edits)].sort(
    (a, b) => a.start - b.start,
  );
  if (rows.length === 0) return notes;
  let row = 0;
  return notes.map((note) => {
    while (row < rows.length && (rows[row] as Row).end <= note.start) row += 1;
    const { start, end } = rows[row] ?? { start: 0, end: 0 };
    return note.start < end && note.end > start ? { ...note, severity: worse(note.severity, "medium") } : note;
  });
}

interface Row {
  readonly start: number;
  readonly end: number;
}

/** Rows among capitals that are words of English when they are joined. */
function findCapitals(text: string, edits: readonly Edit[]): Row[] {
  return findCuts(text, edits, isCapital).filter(({ start, end }) => {
    const from = Math.max(0, start - REACH);
    let joined = "";
    let at = from;
    for (const edit of edits) {
      if (edit.end <= from) continue;
      if (edit.start > end) break;
      joined += text.slice(at, Math.max(at, edit.start));
      at = edit.end;
    }
    const words = vocabulary();
    joined += text.slice(at, at + FEW_LETTERS * 4);
    const found = joined.match(/[A-Z]{3,}/g)?.filter((word) => words.has(word.toLowerCase()));
    return (found?.length ?? 0) >= WORDS_ALARM;
  });
}

function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

/** From the first to the last cut of each row, in text order. */
function findCuts(text: string, edits: readonly Edit[], isLetter: (unit: number) => boolean): Row[] {
  const rows: Row[] = [];
  let cuts = 0;
  let first = 0;
  let last = 0;
  for (const { start, end } of edits) {
    // Where a long word may be parted is for a printer to know.
    if (text.charCodeAt(start) === SOFT_HYPHEN) continue;
    // A letter that was struck twice is no cut: it was one letter before, too.
    if (overstruck(text, start + 1)?.start === start) continue;
    const between = start - last;
    // One that a low line was struck over is, but a word of them is cut once: a box is drawn so around a name.
    if (cuts > 0 && between === 1 && overstruck(text, start) !== undefined) {
      last = end;
      continue;
    }
    const joins = isLetter(text.charCodeAt(start - 1)) && isLetter(text.charCodeAt(end));
    const worth = GAPS.has(text.charCodeAt(start)) ? 1 : worthOf(text, last, start);
    cuts = joins && cuts > 0 && between <= REACH ? cuts + worth : 0;
    if (joins && cuts < 1) {
      cuts = 1;
      first = start;
    }
    last = end;
    if (cuts < CUTS_ALARM) continue;
    if (rows[rows.length - 1]?.start === first) rows.pop();
    rows.push({ start: first, end });
  }
  return rows;
}

/** A cut in the next word counts as one, a cut some letters on as half; one at the other end of a longer piece begins anew. */
function worthOf(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) <= 0x20) return 1;
  return to - from <= FEW_LETTERS ? 0.5 : Number.NEGATIVE_INFINITY;
}
