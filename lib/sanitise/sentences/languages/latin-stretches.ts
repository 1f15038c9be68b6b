import { isAmongEnglish } from "./among-english.ts";
import type { FrameHit, FrameReader } from "./frame-reader.ts";
import { latinReader } from "./readers.ts";

/** How much is read around a word that opens another language. */
const BEFORE = 220;
const AFTER = 260;
/** Of words as close together as this the first and the last decide: what is read around them is nearly the same. */
const NEAR = 64;

/** Reads the stretches of a text that words open in which languages of Latin letters give orders. */
export class LatinStretches {
  readonly #text: string;
  #reader: FrameReader | undefined;
  #read = Number.NEGATIVE_INFINITY;
  #waiting: number | undefined;

  /** For text whose letters are folded. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Such a word ends here; called in text order, or nearly. */
  open(end: number): void {
    if (end >= this.#read && end - this.#read < NEAR) {
      this.#waiting = end;
      return;
    }
    this.#readWaiting();
    this.#readAround(end);
  }

  finish(): readonly FrameHit[] {
    this.#readWaiting();
    return this.#reader?.hits ?? [];
  }

  #readWaiting(): void {
    if (this.#waiting !== undefined) this.#readAround(this.#waiting);
    this.#waiting = undefined;
  }

  #readAround(end: number): void {
    if (isAmongEnglish(this.#text, end)) return;
    this.#reader ??= latinReader(this.#text);
    this.#reader.read(end - BEFORE, end + AFTER);
    this.#read = end;
  }
}
