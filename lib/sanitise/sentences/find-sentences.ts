import type { Note, StageResult } from "../stage.ts";
import { eachUnit } from "./each-unit.ts";
import { judgeUnit } from "./judge.ts";

/** Beyond this a reader learns nothing new, and a text of nothing but attacks must not become a million notes. */
const NOTES_MAX = 200;

/** Sentences that speak to a model over its user's head. Nothing is changed; what becomes of them is policy. */
export function findSentences(text: string): StageResult {
  const notes: Note[] = [];
  eachUnit(text, (unit) => {
    if (notes.length >= NOTES_MAX) return;
    const note = judgeUnit(text, unit);
    if (note !== undefined) notes.push(note);
  });
  return { edits: [], notes };
}
