import type { Edit } from "./edits.ts";
import { stripEscapes } from "./escapes.ts";
import { stripHidden } from "./hidden.ts";
import { holdsSuspect } from "./hidden-units.ts";
import { settleLineEnds } from "./line-ends.ts";
import type { Markers } from "./marker.ts";
import { discountMentions } from "./markup/discount-mentions.ts";
import { Neutraliser } from "./markup/neutralise.ts";
import type { CleaningPolicy } from "./policy.ts";
import { findsSecret, maskSecrets } from "./secrets/mask.ts";
import type { NameStrength } from "./secrets/names.ts";
import { findInText } from "./sentences/find-in-text.ts";
import type { Note, StageResult } from "./stage.ts";
import { treatSentences } from "./treat-sentences.ts";
import { mendSurrogates } from "./well-formed.ts";
import { Work } from "./work.ts";

/** Masking settles in two rounds; the bound is there so that no text can make it a loop. */
const ROUNDS_MAX = 4;

/** More than two sentences are judged by. */
const LEAD_MAX = 640;

/** Finds sentences that give a model orders; changes nothing. */
export type Inspect = (text: string) => StageResult;

/**
 * Cleans the pieces of one text in order. The order of steps matters: characters first, so that nothing invisible splits a
 * credential or a tag; credentials before markup, so that one in an address is named for what it is.
 */
export class Pipeline {
  readonly #markers: Markers;
  readonly #promise: NameStrength | undefined;
  readonly #policy: CleaningPolicy;
  readonly #inspect: Inspect;
  #neutraliser: Neutraliser;
  #hasBegun = false;
  /** The end of the last piece, as it has become, where the paragraph goes on in this one: a sentence may have begun there. */
  #lead = "";

  constructor(policy: CleaningPolicy, markers: Markers, promise?: NameStrength, inspect: Inspect = findInText) {
    this.#policy = policy;
    this.#inspect = inspect;
    this.#markers = markers;
    this.#promise = promise;
    this.#neutraliser = new Neutraliser(policy, markers);
  }

  clean(piece: string): Work {
    const markers = this.#markers;
    const work = new Work(piece);
    const isStart = !this.#hasBegun;
    this.#hasBegun = true;
    work.run(mendSurrogates);
    work.run(stripEscapes);
    for (let round = 0, isOpen = true; isOpen && round < ROUNDS_MAX; round++)
      work.run((text) => {
        const result = stripHidden(text, isStart);
        isOpen = result.isOpen;
        return result;
      });
    work.run(settleLineEnds);
    work.run((text) => markers.noteEchoes(text));
    work.run((text) => markers.escapeForged(text));
    const before = this.#neutraliser;
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const again = round > 0;
      let touched = "";
      const masked = work.run((text) => {
        const result = maskSecrets(text, markers, this.#promise);
        touched += linesAround(text, result.edits);
        return result;
      }, again);
      this.#neutraliser = before.copy();
      const marked = work.run((text) => {
        const result = discountMentions(text, this.#neutraliser.read(text));
        touched += linesAround(text, result.edits);
        return result;
      }, again);
      if (!masked && !marked) break;
      // A marker is new company for what stands beside it: what was honest or whole there may not be any more. Company ends with
      // its line, so only the lines that were edited can have changed.
      const hid = holdsSuspect(touched) && work.run((text) => stripHidden(text, isStart), again);
      const settled = work.run(settleLineEnds, again);
      const forged = work.run((text) => markers.escapeForged(text), again);
      if (!hid && !settled && !forged && !findsSecret(touched)) break;
    }
    const { sentences } = this.#policy.steps;
    const lead = this.#lead;
    const treated = work.run((text) =>
      treatSentences(text, reachingBehind(lead, this.#inspect(lead + text).notes), sentences, markers),
    );
    if (treated) {
      // A marker before a fence, or in its place, makes another line of it.
      this.#neutraliser = before.copy();
      work.run((text) => this.#neutraliser.read(text), true);
    }
    this.#lead = leadOf(lead + work.text.slice(-LEAD_MAX));
    return work;
  }
}

function leadOf(text: string): string {
  const tail = text.slice(-LEAD_MAX);
  return tail.slice(tail.lastIndexOf("\n\n") + 1).trimStart();
}

/** What is found in a text and the lead before it, in offsets of the text; what the lead holds alone was told with its piece. */
function reachingBehind(lead: string, notes: readonly Note[]): readonly Note[] {
  if (lead === "") return notes;
  return notes
    .filter(({ end }) => end > lead.length)
    .map((note) => ({ ...note, start: Math.max(0, note.start - lead.length), end: note.end - lead.length }));
}

/** The lines that were edited, as they are now: what an edit has changed cannot make a credential of anything else. */
function linesAround(text: string, edits: readonly Edit[]): string {
  let lines = "";
  for (let index = 0; index < edits.length; ) {
    const first = edits[index] as Edit;
    const start = text.lastIndexOf("\n", first.start - 1) + 1;
    let end = lineEnd(text, first.end);
    let after = index + 1;
    for (; after < edits.length && (edits[after] as Edit).start <= end; after++) {
      if ((edits[after] as Edit).end > end) end = lineEnd(text, (edits[after] as Edit).end);
    }
    for (let from = start; index < after; index++) {
      const edit = edits[index] as Edit;
      lines += text.slice(from, edit.start) + edit.replacement;
      from = edit.end;
      if (index === after - 1) lines += `${text.slice(from, end)}\n`;
    }
  }
  return lines;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
