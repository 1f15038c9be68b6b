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
    treatedTo = note.end;
    if (treatment === "mark") {
      const marker = markers.suspect();
      if (!text.endsWith(marker, note.start)) edits.push({ start: note.start, end: note.start, replacement: marker });
    } else if (treatment === "fence") {
      const begin = markers.fence("begin");
      if (!text.endsWith(begin, note.start)) {
        edits.push({ start: note.start, end: note.start, replacement: begin });
        edits.push({ start: note.end, end: note.end, replacement: markers.fence("end") });
      }
    } else {
      edits.push({ start: note.start, end: note.end, replacement: markers.suspect() });
    }
    notes.push({ ...note, action: ACTIONS[treatment] });
  }
  return { edits, notes };
}

const ACTIONS = { mark: "marked", fence: "fenced", remove: "removed" } as const;

function isTreated(treatment: CleaningSteps["sentences"]): treatment is keyof typeof ACTIONS {
  return treatment in ACTIONS;
}
