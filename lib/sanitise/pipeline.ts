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
/** How often a text is looked through for sentences, all of it first and then what is around those that were treated. */
const LOOKS_MAX = 4;
/** What of a text may be looked at again, and how much of any. */
const AGAIN_SHARE = 0.2;
const AGAIN_LEAST = 4096;

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
    if (this.#treatSentences(work, isStart)) {
      // A marker before a fence, or in its place, makes another line of it.
      this.#neutraliser = before.copy();
      work.run((text) => this.#neutraliser.read(text), true);
    }
    this.#lead = leadOf(this.#lead + work.text.slice(-LEAD_MAX));
    return work;
  }

  /**
   * A marker ends the sentence before it, so that what is left around it may be told of now: it is looked at again, unless there is so
   * much of it that looking would cost more than the text. And a marker parts characters from their company.
   */
  #treatSentences(work: Work, isStart: boolean): boolean {
    const markers = this.#markers;
    let places: readonly number[] = [];
    for (let look = 0; look < LOOKS_MAX; look++) {
      const treated = work.run((text) => {
        const found = look === 0 ? this.#inspect(this.#lead + text).notes : this.#inspectAround(text, places);
        const { sentences } = this.#policy.steps;
        const result = treatSentences(text, reachingBehind(this.#lead, found), sentences, markers, look > 0);
        places = placesOf(result.edits);
        return result;
      }, look > 0);
      if (!treated) return look > 0;
      if (holdsSuspect(work.text)) work.run((text) => stripHidden(text, isStart), true);
      work.run((text) => markers.escapeForged(text), true);
      const { length } = work.text;
      const around = Math.min(length, places.length * 2 * LEAD_MAX);
      if (around > Math.max(length * AGAIN_SHARE, AGAIN_LEAST)) return true;
    }
    return true;
  }

  /** What is found around some places of a text, in offsets of the lead and the text. What touches the end of what was looked at may be cut. */
  #inspectAround(text: string, places: readonly number[]): Note[] {
    const whole = this.#lead + text;
    const found: Note[] = [];
    for (let index = 0; index < places.length; ) {
      const from = Math.max(0, this.#lead.length + (places[index] as number) - LEAD_MAX);
      let to = from;
      for (; index < places.length && this.#lead.length + (places[index] as number) - LEAD_MAX <= to; index++)
        to = Math.min(whole.length, this.#lead.length + (places[index] as number) + LEAD_MAX);
      for (const note of this.#inspect(whole.slice(from, to)).notes) {
        const isCut = (note.start === 0 && from > 0) || (note.end === to - from && to < whole.length);
        if (!isCut) found.push({ ...note, start: note.start + from, end: note.end + from });
      }
    }
    return found;
  }
}

/** Where what was put in stands afterwards. */
function placesOf(edits: readonly Edit[]): number[] {
  let moved = 0;
  return edits.map(({ start, end, replacement }) => {
    const place = start + moved;
    moved += replacement.length - (end - start);
    return place;
  });
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
