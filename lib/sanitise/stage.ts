import type { Edit } from "./edits.ts";
import { type Finding, SEVERITIES, type Severity } from "./finding.ts";

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
  readonly edits: Edit[] = [];
  readonly notes: Note[] = [];

  /** Takes `[start, end)` out or replaces it, under a note. */
  edit(start: number, end: number, replacement: string, rule: string, severity: Severity): void {
    this.cut(start, end, replacement);
    this.note({ rule, severity, start, end, action: replacement === "" ? "removed" : "masked" });
  }

  protected cut(start: number, end: number, replacement: string): void {
    const last = this.edits[this.edits.length - 1];
    if (last !== undefined && last.end === start && last.replacement === "" && replacement === "") {
      this.edits[this.edits.length - 1] = { start: last.start, end, replacement };
    } else {
      this.edits.push({ start, end, replacement });
    }
  }

  protected note(note: Note): void {
    const last = this.notes[this.notes.length - 1];
    if (last === undefined || last.action !== note.action || !this.follows(note.rule, note.start)) {
      this.notes.push(note);
      return;
    }
    const { rule, start, action } = last;
    const severity = worse(last.severity, note.severity);
    this.notes[this.notes.length - 1] = { rule, severity, start, end: note.end, action };
  }

  /** Whether the last note is of this rule and ends about here. */
  protected follows(rule: string, at: number): boolean {
    const last = this.notes[this.notes.length - 1];
    return last !== undefined && last.rule === rule && at - last.end <= NEAR;
  }
}

export function worse(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other;
}
