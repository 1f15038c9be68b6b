import { classOf, PLAIN } from "./characters.ts";
import type { Edit } from "./edits.ts";
import { isAlarm } from "./finding.ts";
import type { Markers } from "./marker.ts";
import type { CleaningSteps } from "./policy.ts";
import { stepOf } from "./rule-steps.ts";
import type { Note, StageResult } from "./stage.ts";

/**
 * Does with suspect sentences what the policy says: a marker before each, a fence around it, or a marker in its place. Only alarms
 * are touched; what a detector is unsure of is reported. A sentence that is marked already is left as it is, so that cleaning
 * twice is cleaning once; with a nonce nobody else can have marked it. `again`: what is marked already was told before.
 */
export function treatSentences(
  text: string,
  found: readonly Note[],
  treatment: CleaningSteps["sentences"],
  markers: Markers,
  again = false,
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
    const start = markers.around(text, word)?.start ?? beforeBase(text, word);
    const end = markers.around(text, note.end)?.end ?? note.end;
    treatedTo = end;
    const before = edits.length;
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
    if (!again || edits.length > before) notes.push({ ...note, action: ACTIONS[treatment] });
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
 * A marker would part a sign from what hangs on it, as the ring around a digit does: it stands before the sign. On a byte order mark
 * and on white space nothing hangs.
 */
function beforeBase(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < CLUSTER_MAX && hangs(text.codePointAt(start) ?? 0)) {
    const before = text.charCodeAt(start - 1);
    if (before === BYTE_ORDER_MARK || before <= SPACE) break;
    start -= before >= 0xdc00 && before <= 0xdfff ? 2 : 1;
  }
  return start;
}

const CLUSTER_MAX = 64;
const BYTE_ORDER_MARK = 0xfeff;
const SPACE = 0x20;
const MARK = /\p{M}/u;

function hangs(codePoint: number): boolean {
  return codePoint > 0x7f && (classOf(codePoint) !== PLAIN || MARK.test(String.fromCodePoint(codePoint)));
}

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
