import { applyEdits, composeEdits, type Edit, OffsetMap } from "./edits.ts";
import type { Note, StageResult, Writable } from "./stage.ts";

/** A text on its way through the steps, with everything that was done to it in offsets of the raw text. */
export class Work {
  #text: string;
  #edits: readonly Edit[] = [];
  readonly #notes: Note[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  get edits(): readonly Edit[] {
    return this.#edits;
  }

  get notes(): readonly Note[] {
    return this.#notes;
  }

  /** Tells everything in offsets of a text in which this one begins at `from`. */
  moveBy(from: number): void {
    for (const edit of this.#edits as Writable<Edit>[]) move(edit, from);
    for (const note of this.#notes as Writable<Note>[]) move(note, from);
  }

  /** Runs one step; answers whether it changed the text. `again`: what is only reported was reported before. */
  run(stage: (text: string) => StageResult, again = false): boolean {
    const { edits, notes } = stage(this.#text);
    if (notes.length > 0) this.#take(notes, again);
    if (edits.length === 0) return false;
    this.#edits = composeEdits(this.#edits, edits, this.#text);
    this.#text = applyEdits(this.#text, edits);
    return true;
  }

  #take(notes: readonly Note[], again: boolean): void {
    const map = this.#edits.length === 0 ? undefined : new OffsetMap(this.#edits);
    for (const note of notes) {
      if (again && note.action === "none") continue;
      if (map === undefined) {
        this.#notes.push(note);
        continue;
      }
      const { rule, severity, action } = note;
      const [start, end] = map.toRaw(note.start, note.end);
      this.#notes.push({ rule, severity, start, end, action });
    }
  }
}

function move(placed: { start: number; end: number }, from: number): void {
  placed.start += from;
  placed.end += from;
}
