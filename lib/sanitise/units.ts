import { BITMAP_SHARE, BITMAPS, markBitmaps, passes } from "./bitmaps/bitmaps.ts";

/** Asked for by this way, because a bundler that meets it by its name sends a page a copy of it, which costs more than the loop there. */
const nodeBuffer = (globalThis as { Buffer?: typeof Buffer }).Buffer;

/**
 * The UTF-16 units of a text as an array. Reading a character of a string costs a look at how the string is kept, for each one; of an
 * array it does not. The arrays are shared: what is answered holds until the next call with another text, and only its first
 * `text.length` entries mean anything. Asking again for the same text costs nothing, so whoever calls out in between asks again.
 */
class Room {
  units!: Uint16Array;
  /** The bits of all bitmaps, each `distance` numbers behind the one before. */
  bitmaps!: Uint32Array;
  distance = 0;
  #bytes: Buffer | undefined;
  #held = "";
  /** One bit for each group of bitmaps that has been made of what is held. */
  #made = 0;
  #passes: readonly ((from: number, to: number, bitmaps: number) => void)[] | undefined;

  constructor(size: number) {
    this.#furnish(size);
  }

  hold(text: string): Uint16Array {
    if (text === this.#held) {
      // Another string of the same characters is compared to its end once, and not each time.
      this.#held = text;
      return this.units;
    }
    if (this.units.length < text.length) this.#furnish((text.length + 65_535) & ~65_535);
    if (nodeBuffer) {
      this.#bytes ??= nodeBuffer.from(this.units.buffer as ArrayBuffer);
      this.#bytes.write(text, 0, "utf16le");
    } else {
      for (let i = 0; i < text.length; i++) this.units[i] = text.charCodeAt(i);
    }
    this.#held = text;
    this.#made = 0;
    return this.units;
  }

  /** Whether bitmaps are made by a pass over vectors. */
  get isVectored(): boolean {
    return this.#passes !== undefined;
  }

  /** Makes the bitmaps of a group for what is held. */
  mark(group: number): void {
    if (((this.#made >>> group) & 1) === 1) return;
    const { length } = this.#held;
    if (this.#passes === undefined) markBitmaps(this.units, length, this.bitmaps, group);
    else if (length > 0) this.#passes[group]?.(0, 2 * length, 2 * this.units.length);
    this.#made |= 1 << group;
  }

  /** The first unit at or behind `from` that a bitmap holds, of a group that was made; `length` when there is none before it. */
  next(bitmap: number, from: number, length: number): number {
    if (from >= length) return length;
    const base = bitmap * this.distance;
    const last = base + ((length - 1) >>> 5);
    let word = base + (from >>> 5);
    let bits = (this.bitmaps[word] as number) & (-1 << from);
    while (bits === 0) {
      word += 1;
      if (word > last) return length;
      bits = this.bitmaps[word] as number;
    }
    const at = ((word - base) << 5) + 31 - Math.clz32(bits & -bits);
    return Math.min(at, length);
  }

  /** `size` is a whole number of thirty-twos. */
  #furnish(size: number): void {
    const bitmapsAt = 2 * size;
    const bytes = bitmapsAt + (BITMAPS * size) / BITMAP_SHARE;
    const instance = instantiate(Math.ceil(bytes / PAGE), size / BITMAP_SHARE);
    const buffer =
      instance === undefined ? new ArrayBuffer(bytes) : (instance.exports.memory as WebAssembly.Memory).buffer;
    this.units = new Uint16Array(buffer, 0, size);
    this.bitmaps = new Uint32Array(buffer, bitmapsAt, (BITMAPS * size) / 32);
    this.distance = size / 32;
    this.#passes =
      instance &&
      Object.keys(instance.exports)
        .filter((name) => name !== "memory")
        .map((name) => instance.exports[name] as (from: number, to: number, bitmaps: number) => void);
    this.#bytes = undefined;
    this.#held = "";
    this.#made = 0;
  }
}

const PAGE = 65_536;

/** Nothing in a page: its policy forbids what is compiled there, and would tell the reader so. */
function instantiate(pages: number, distance: number): WebAssembly.Instance | undefined {
  if (typeof document !== "undefined") return undefined;
  return new WebAssembly.Instance(new WebAssembly.Module(passes(pages, distance) as BufferSource));
}

/** A sentence that is looked at on its own does not push out the text that it stands in. */
const SHORT = 2048;
const short = new Room(SHORT);
const long = new Room(1 << 16);

export function unitsOf(text: string): Uint16Array {
  return text.length <= SHORT ? short.hold(text) : long.hold(text);
}

/** The same with the bitmaps of a group, which hold as long as the units do. */
export type Bitmaps = Pick<Room, "units" | "bitmaps" | "distance" | "next" | "isVectored">;

export function bitmapsOf(text: string, group: number): Bitmaps {
  const room = text.length <= SHORT ? short : long;
  room.hold(text);
  room.mark(group);
  return room;
}
