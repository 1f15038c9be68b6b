import type { Note, StageResult } from "../stage.ts";
import { Effort } from "./effort.ts";
import { Inspection } from "./inspection.ts";

/**
 * A long text with letters to fold is read piece by piece, each with a little of the one before, so that memory does not grow with
 * it. Plain ASCII is read as it stands.
 */
const PIECE = 131_072;
const OVERLAP = 1024;
const NOTES_MAX = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII needs no folding
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Text that speaks to a model over its user's head, plain, disguised, encoded or in another language. Used on what tools return and
 * on what they are called with. Nothing is changed; what becomes of a finding is policy.
 */
export function findInText(text: string): StageResult {
  const effort = new Effort(text.length);
  const notes =
    text.length <= PIECE || ASCII.test(text) ? new Inspection(text, effort).notes : readPieces(text, effort);
  const settled = settle(notes);
  if (effort.isSpent)
    settled.push({ rule: "injection.unread", severity: "low", start: 0, end: text.length, action: "none" });
  return { edits: [], notes: settled };
}

function readPieces(text: string, effort: Effort): Note[] {
  const notes: Note[] = [];
  for (let from = 0; from < text.length && notes.length < NOTES_MAX; from += PIECE) {
    const start = Math.max(0, from - OVERLAP);
    for (const note of new Inspection(text.slice(start, from + PIECE), effort).notes)
      notes.push({ ...note, start: note.start + start, end: note.end + start });
  }
  return notes;
}

/** In text order; of notes of one rule that overlap, one. */
function settle(notes: readonly Note[]): Note[] {
  const settled: Note[] = [];
  for (const note of [...notes].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const same = settled.findLast(({ rule, end }) => rule === note.rule && end > note.start);
    if (same === undefined) settled.push(note);
  }
  return settled.slice(0, NOTES_MAX);
}
