import type { Edit } from "./edits.ts";
import { type Finding, rankOf, type Severity } from "./finding.ts";

/** What a stage noticed, in offsets of the text that it was given; `clean` carries them to raw and cleaned. */
export interface Note {
  readonly rule: string;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
  readonly action: Finding["action"];
}

/**
 * One step of the cleaner: text in, edits and notes out. A stage is a fixed point of itself (run on its own output it finds
 * nothing to edit) and never makes work for the stages before it; the property tests hold all of them to that.
 */
export interface StageResult {
  readonly edits: readonly Edit[];
  readonly notes: readonly Note[];
}

export const UNTOUCHED: StageResult = { edits: [], notes: [] };

/** Things of one kind this close together are one note, whose span then holds the visible characters between them too. */
const NEAR = 2;

/** Collects the edits and notes of a stage in text order, joining runs so that a megabyte of one thing is one note. */
export class StageLog {
  readonly edits: Writable<Edit>[] = [];
  readonly notes: Writable<Note>[] = [];

  /** Takes `[start, end)` out or replaces it, under a note. */
  edit(start: number, end: number, replacement: string, rule: string, severity: Severity): void {
    const last = this.edits[this.edits.length - 1];
    if (last !== undefined && last.end === start && last.replacement === "" && replacement === "") last.end = end;
    else this.edits.push({ start, end, replacement });
    const action = replacement === "" ? "removed" : "masked";
    const note = this.notes[this.notes.length - 1];
    if (note !== undefined && note.action === action && this.follows(rule, start)) {
      note.end = end;
      note.severity = worse(note.severity, severity);
    } else {
      this.notes.push({ rule, severity, start, end, action });
    }
  }

  /** Lengthens the last removal and its note, if this is their direct continuation. */
  protected extend(start: number, end: number): boolean {
    const edit = this.edits[this.edits.length - 1];
    const note = this.notes[this.notes.length - 1];
    if (edit?.end !== start || note?.end !== start || edit.replacement !== "") return false;
    edit.end = end;
    note.end = end;
    return true;
  }

  /** Whether the last note is of this rule and ends about here. */
  protected follows(rule: string, at: number): boolean {
    const last = this.notes[this.notes.length - 1];
    return last !== undefined && at - last.end <= NEAR && last.rule === rule;
  }
}

/** For whoever made it, until it is given away. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

export function worse(one: Severity, other: Severity): Severity {
  return rankOf(one) >= rankOf(other) ? one : other;
}
