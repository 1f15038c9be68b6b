/** A text as detectors read it, and where each of its units came from. It is never shown and never sent on. */
export interface Shadow {
  readonly text: string;
  /** For each unit of `text` where it stood, and one more for the end; undefined: at the same place. */
  readonly from: Int32Array | undefined;
  /** Where words stand, in the text as given, that have look-alikes from another script between their letters. */
  readonly mixed: readonly number[];
  /** Where words stand in letters made for mathematics, decoration or another width. */
  readonly styled: readonly number[];
}

export function plainShadow(text: string): Shadow {
  return { text, from: undefined, mixed: [], styled: [] };
}

/** Where `[start, end)` of the shadow stands in the text that it was made from. */
export function spanOf({ from }: Shadow, start: number, end: number): { start: number; end: number } {
  if (from === undefined) return { start, end };
  const first = from[Math.min(start, from.length - 1)] as number;
  return { start: first, end: Math.max(first, from[Math.min(end, from.length - 1)] as number) };
}

const FIRST_ROOM = 64;

/** Writes a shadow unit by unit. While nothing moves it needs no map. */
export class ShadowWriter {
  readonly #source: string;
  #units: Uint16Array;
  #from: Int32Array;
  #length: number;
  #moved = false;
  readonly #mixed: number[] = [];
  readonly #styled: number[] = [];

  /** `unchanged` units at the beginning are taken as they are. */
  constructor(source: string, unchanged: number) {
    this.#source = source;
    this.#units = new Uint16Array(source.length + FIRST_ROOM);
    this.#from = new Int32Array(source.length + FIRST_ROOM + 1);
    this.#length = unchanged;
    for (let at = 0; at < unchanged; at++) {
      this.#units[at] = source.charCodeAt(at);
      this.#from[at] = at;
    }
  }

  take(at: number, unit: number): void {
    if (this.#length >= this.#units.length) this.#grow();
    if (at !== this.#length) this.#moved = true;
    this.#units[this.#length] = unit;
    this.#from[this.#length] = at;
    this.#length += 1;
  }

  takeCodePoint(at: number, codePoint: number): void {
    if (codePoint < 0x10000) {
      this.take(at, codePoint);
      return;
    }
    this.take(at, this.#source.charCodeAt(at));
    this.take(at + 1, this.#source.charCodeAt(at + 1));
  }

  /** A unit that detectors do not read. */
  skip(): void {
    this.#moved = true;
  }

  noteMixed(at: number): void {
    this.#mixed.push(at);
  }

  noteStyled(at: number): void {
    this.#styled.push(at);
  }

  #grow(): void {
    const units = new Uint16Array(this.#units.length * 2);
    units.set(this.#units);
    this.#units = units;
    const from = new Int32Array(units.length + 1);
    from.set(this.#from);
    this.#from = from;
  }

  finish(): Shadow {
    const bytes = Buffer.from(this.#units.buffer, 0, this.#length * 2);
    const text = bytes.toString("utf16le");
    this.#from[this.#length] = this.#source.length;
    return {
      text,
      from: this.#moved ? this.#from.subarray(0, this.#length + 1) : undefined,
      mixed: this.#mixed,
      styled: this.#styled,
    };
  }
}
