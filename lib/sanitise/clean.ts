import { isBinary } from "./binary.ts";
import { applyEdits, composeEdits, type Edit, OffsetMap } from "./edits.ts";
import type { Finding } from "./finding.ts";
import { Findings, mayBlock } from "./findings.ts";
import { Markers } from "./marker.ts";
import { Pipeline } from "./pipeline.ts";
import { type CleaningPolicy, type CleaningStep, type ContentKind, defaultPolicy } from "./policy.ts";
import type { NameStrength } from "./secrets/names.ts";
import { segmentsOf } from "./segments.ts";
import { capSize } from "./size-cap.ts";
import type { Note } from "./stage.ts";

export interface CleanOptions {
  /** What the text is: a document, or source, data and diffs. Escapes, hidden characters and credentials go from both. */
  readonly content: ContentKind;
  /** What is done with what is found; by default what `content` asks for. */
  readonly policy?: CleaningPolicy;
  /** In UTF-16 code units; absent means what the policy says. */
  readonly maxLength?: number;
  /** Letters and digits, new for each call: with it no text can forge a marker. */
  readonly nonce?: string;
}

export interface Cleaned {
  readonly cleaned: string;
  readonly findings: Finding[];
  /** Applied to the raw text they give the cleaned one, exactly. */
  readonly edits: readonly Edit[];
  readonly truncated: boolean;
  /** Findings beyond the cap, the least severe and last ones; their edits were made. */
  readonly findingsDropped: number;
  /** The steps whose policy withholds the output; the cleaned text is then a marker and nothing else. */
  readonly blocked: readonly CleaningStep[];
}

/** Cutting and cleaning what the cut brought together settles at once; the bound is there so that no text can make it a loop. */
const ROUNDS_MAX = 8;
/** The markers that a cut makes necessary need room: each round leaves twice as much. */
const ROOM = 64;

export function policyOf(options: CleanOptions): CleaningPolicy {
  return options.policy ?? defaultPolicy(options.content);
}

/** Cleans one text. A text that is longer than memory allows is cleaned piece by piece by `Cleaner`, with the same result. */
export function clean(text: string, options: CleanOptions = { content: "prose" }): Cleaned {
  return cleanWith(text, options, new Markers(options.nonce));
}

/**
 * The same as a part of a larger call: with that call's markers, so that equal secrets in several texts get equal tags, and
 * with what the name of the text promises about it.
 */
export function cleanWith(text: string, options: CleanOptions, markers: Markers, promise?: NameStrength): Cleaned {
  const policy = policyOf(options);
  const maxLength = options.maxLength ?? policy.maxLength ?? undefined;
  if (isBinary(text)) return replaced(text, markers.binary(text.length, "characters"), "binary.data", "info", policy);
  // Where nothing is cut and nothing withheld, what was found in a piece is settled with the piece.
  if (maxLength === undefined && !mayBlock(policy)) {
    const findings = new Findings(policy);
    const { cleaned, edits } = cleanPieces(text, policy, markers, promise, findings);
    return { cleaned, edits, truncated: false, blocked: [], ...findings.finish() };
  }
  let { cleaned, edits, notes } = cleanPieces(text, policy, markers, promise);
  let truncated = false;
  for (let round = 0; round < ROUNDS_MAX && maxLength !== undefined && cleaned.length > maxLength; round++) {
    truncated = true;
    const room = round === 0 ? 0 : ROOM << (round - 1);
    const cut = capSize(cleaned, round === ROUNDS_MAX - 1 ? 0 : Math.max(0, maxLength - room), markers);
    notes = [...notes, ...inRaw(cut.notes, edits)];
    edits = composeEdits(edits, cut.edits, cleaned);
    cleaned = applyEdits(cleaned, cut.edits);
    // What the cut brought together is new company: a fence may have lost its end.
    const again = cleanPieces(cleaned, policy, markers, promise);
    notes = [
      ...notes,
      ...inRaw(
        again.notes.filter(({ action }) => action !== "none"),
        edits,
      ),
    ];
    edits = composeEdits(edits, again.edits, cleaned);
    cleaned = again.cleaned;
  }
  const findings = new Findings(policy);
  findings.take(notes, edits, 0, 0);
  const { blocking } = findings;
  if (blocking.length > 0) return withheld(text, notes, markers, policy, blocking);
  return { cleaned, edits, truncated, blocked: [], ...findings.finish() };
}

interface Pieces {
  readonly cleaned: string;
  readonly edits: readonly Edit[];
  readonly notes: readonly Note[];
}

/** With `findings`, they are given the notes, which are not kept then. */
function cleanPieces(
  text: string,
  policy: CleaningPolicy,
  markers: Markers,
  promise?: NameStrength,
  findings?: Findings,
): Pieces {
  const pipeline = new Pipeline(policy, markers, promise);
  // Joined by the engine when somebody reads it, and not before.
  let cleaned = "";
  const edits: Edit[] = [];
  const notes: Note[] = [];
  let from = 0;
  for (const piece of segmentsOf(text)) {
    const work = pipeline.clean(piece);
    findings?.take(work.notes, work.edits, from, cleaned.length);
    if (piece.length === text.length) return { cleaned: work.text, edits: work.edits, notes: work.notes };
    cleaned += work.text;
    work.moveBy(from);
    for (const edit of work.edits) edits.push(edit);
    if (findings === undefined) for (const note of work.notes) notes.push(note);
    from += piece.length;
  }
  return { cleaned, edits, notes };
}

/** Notes about a text that came of these edits, in offsets of the text before them. */
function inRaw(notes: readonly Note[], edits: readonly Edit[]): Note[] {
  const map = new OffsetMap(edits);
  return notes.map((note) => {
    const [start, end] = map.toRaw(note.start, note.end);
    return { ...note, start, end };
  });
}

function replaced(
  text: string,
  replacement: string,
  rule: string,
  severity: Note["severity"],
  policy: CleaningPolicy,
): Cleaned {
  const edits = [{ start: 0, end: text.length, replacement }];
  const findings = new Findings(policy);
  findings.take([{ rule, severity, start: 0, end: text.length, action: "removed" }], edits, 0, 0);
  return { cleaned: replacement, edits, truncated: false, blocked: [], ...findings.finish() };
}

function withheld(
  text: string,
  notes: readonly Note[],
  markers: Markers,
  policy: CleaningPolicy,
  blocked: readonly CleaningStep[],
): Cleaned {
  const replacement = markers.withheld();
  const edits = [{ start: 0, end: text.length, replacement }];
  const findings = new Findings(policy);
  findings.take(notes, edits, 0, 0);
  return { cleaned: replacement, edits, truncated: false, blocked, ...findings.finish() };
}
