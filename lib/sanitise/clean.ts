import { applyEdits, composeEdits, type Edit, OffsetMap } from "./edits.ts";
import { stripEscapes } from "./escapes.ts";
import { type Finding, SEVERITIES } from "./finding.ts";
import { stripHidden } from "./hidden.ts";
import { settleLineEnds } from "./line-ends.ts";
import { Markers } from "./marker.ts";
import { reasonOf } from "./rules.ts";
import { maskSecrets } from "./secrets/mask.ts";
import type { NameStrength } from "./secrets/names.ts";
import { capSize } from "./size-cap.ts";
import type { Note, StageResult } from "./stage.ts";
import { mendSurrogates } from "./well-formed.ts";

export interface CleanOptions {
  /** What the text is: a document, or source, data and diffs. Escapes, hidden characters and credentials go from both. */
  readonly content: "prose" | "verbatim";
  /** In UTF-16 code units; absent means no limit. */
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
}

/** A megabyte of alternating tricks must not become a million findings. */
const FINDINGS_MAX = 1000;
/** Masking settles in two rounds; the bound is there so that no text can make it a loop. */
const ROUNDS_MAX = 4;

/**
 * Cleans one text. The order matters: characters first, so that nothing invisible splits a credential; credentials before the
 * cap, so that a cut never leaves half of one.
 */
export function clean(text: string, options: CleanOptions = { content: "prose" }): Cleaned {
  return cleanWith(text, options, new Markers(options.nonce));
}

/**
 * The same as a part of a larger call: with that call's markers, so that equal secrets in several texts get equal tags, and
 * with what the name of the text promises about it.
 */
export function cleanWith(text: string, options: CleanOptions, markers: Markers, promise?: NameStrength): Cleaned {
  const work = new Work(text);
  work.run(mendSurrogates);
  work.run(stripEscapes);
  work.run(stripHidden);
  work.run(settleLineEnds);
  work.run((current) => markers.noteEchoes(current));
  work.run((current) => markers.escapeForged(current));
  const { maxLength } = options;
  let truncated = false;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const masked = work.run((current) => maskSecrets(current, markers, promise));
    const cut = maxLength !== undefined && work.run((current) => capSize(current, maxLength, markers));
    if (!masked && !cut) break;
    truncated ||= cut;
    // A marker is new company for what stands beside it: what was honest or whole there may not be any more.
    work.run(stripHidden);
    work.run(settleLineEnds);
    work.run((current) => markers.escapeForged(current));
  }
  return work.finish(truncated);
}

/** The text on its way through the stages, with everything that was done to it in offsets of the raw text. */
class Work {
  #text: string;
  #edits: readonly Edit[] = [];
  readonly #notes: Note[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Runs one stage; answers whether it changed the text. */
  run(stage: (text: string) => StageResult): boolean {
    const { edits, notes } = stage(this.#text);
    if (notes.length > 0) {
      const map = new OffsetMap(this.#edits);
      for (const note of notes) {
        const [start, end] = map.toRaw(note.start, note.end);
        this.#notes.push({ ...note, start, end });
      }
    }
    if (edits.length === 0) return false;
    this.#edits = composeEdits(this.#edits, edits, this.#text);
    this.#text = applyEdits(this.#text, edits);
    return true;
  }

  finish(truncated: boolean): Cleaned {
    const kept = mostSevere(this.#notes);
    const map = new OffsetMap(this.#edits);
    const findings = kept.map((note): Finding => {
      const [cleanedStart, cleanedEnd] = map.toCleaned(note.start, note.end);
      const { rule, severity, start, end, action } = note;
      const reason = reasonOf(rule);
      const finding = { rule, severity, start, end, cleanedStart, cleanedEnd, action };
      return reason === undefined ? finding : { ...finding, reason };
    });
    return {
      cleaned: this.#text,
      findings,
      edits: this.#edits,
      truncated,
      findingsDropped: this.#notes.length - kept.length,
    };
  }
}

/** In text order; when there are too many, the most severe ones. */
function mostSevere(notes: readonly Note[]): Note[] {
  const inOrder = [...notes].sort((a, b) => a.start - b.start || a.end - b.end);
  if (inOrder.length <= FINDINGS_MAX) return inOrder;
  const rank = (note: Note): number => -SEVERITIES.indexOf(note.severity);
  return inOrder
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, FINDINGS_MAX)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}
