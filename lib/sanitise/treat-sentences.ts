import type { Edit } from "./edits.ts";
import { isAlarm } from "./finding.ts";
import type { Markers } from "./marker.ts";
import type { CleaningSteps } from "./policy.ts";
import { stepOf } from "./rule-steps.ts";
import type { Note, StageResult } from "./stage.ts";

/**
 * Does with suspect sentences what the policy says: a marker before each, a fence around it, or a marker in its place. Only alarms
 * are touched; what a detector is unsure of is reported. A sentence that is marked already is left as it is, so that cleaning
 * twice is cleaning once; with a nonce nobody else can have marked it.
 */
export function treatSentences(
  text: string,
  found: readonly Note[],
  treatment: CleaningSteps["sentences"],
  markers: Markers,
): StageResult {
  const edits: Edit[] = [];
  const notes: Note[] = [];
  let treatedTo = 0;
  const ordered = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const note of ordered) {
    const treats = isTreated(treatment) && isAlarm(note.severity) && stepOf(note.rule) === "sentences";
    if (!treats || note.start < treatedTo || note.end <= note.start) {
      notes.push(note);
      continue;
    }
    const word = firstWord(text, note);
    const start = markers.around(text, word)?.start ?? word;
    const end = markers.around(text, note.end)?.end ?? note.end;
    treatedTo = end;
    if (treatment === "mark") {
      const marker = markers.suspect();
      if (!isMarked(text, start, note.end, marker)) edits.push({ start, end: start, replacement: marker });
    } else if (treatment === "fence") {
      const begin = markers.fence("begin");
      if (!isMarked(text, start, note.end, begin)) {
        edits.push({ start, end: start, replacement: begin });
        edits.push({ start: end, end, replacement: markers.fence("end") });
      }
    } else {
      edits.push({ start, end, replacement: markers.suspect() });
    }
    notes.push({ ...note, action: ACTIONS[treatment] });
  }
  return { edits, notes };
}

/**
 * Where the words of a sentence begin: behind a byte order mark, lines without a letter and a fence. What stands there means what it
 * means by standing at its line's start, and a marker before it would take that away.
 */
function firstWord(text: string, { start, end }: Note): number {
  WORDLESS.lastIndex = start;
  WORDLESS.test(text);
  return WORDLESS.lastIndex < end ? WORDLESS.lastIndex : start;
}

const WORDLESS = /\ufeff?(?:[^\p{L}\p{N}\n⟦]{0,80}\n)*(?:`{3,}|~{3,})?/uy;

/**
 * The marker stands before the sentence, or in it: what is told by a whole sentence has no border behind a marker, and what is told by
 * so many characters begins elsewhere with one among them.
 */
function isMarked(text: string, start: number, end: number, marker: string): boolean {
  return text.slice(Math.max(0, start - marker.length), end).includes(marker);
}

const ACTIONS = { mark: "marked", fence: "fenced", remove: "removed" } as const;

function isTreated(treatment: CleaningSteps["sentences"]): treatment is keyof typeof ACTIONS {
  return treatment in ACTIONS;
}
