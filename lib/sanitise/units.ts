/**
 * The UTF-16 units of a text as an array. Reading a character of a string costs a look at how the string is kept, for each one; of an
 * array it does not. The arrays are shared: what is answered holds until the next call with another text, and only its first
 * `text.length` entries mean anything. Asking again for the same text costs nothing, so whoever calls out in between asks again.
 */
class Room {
  units: Uint16Array;
  /** The same memory two units at a time. */
  pairs: Uint32Array;
  #bytes: Buffer | undefined;
  #held = "";

  constructor(size: number) {
    this.units = new Uint16Array(size);
    this.pairs = new Uint32Array(this.units.buffer);
  }

  hold(text: string): Uint16Array {
    if (text === this.#held) return this.units;
    if (this.units.length < text.length) {
      // Always a whole number of the steps in which `nextBeyondAscii` goes.
      this.units = new Uint16Array((text.length + 4096) & ~4095);
      this.pairs = new Uint32Array(this.units.buffer);
      this.#bytes = undefined;
    }
    if (typeof Buffer === "function") {
      this.#bytes ??= Buffer.from(this.units.buffer);
      this.#bytes.write(text, 0, "utf16le");
    } else {
      for (let i = 0; i < text.length; i++) this.units[i] = text.charCodeAt(i);
    }
    this.#held = text;
    return this.units;
  }
}

/** A sentence that is looked at on its own does not push out the text that it stands in. */
const SHORT = 2048;
const short = new Room(SHORT);
const long = new Room(1 << 16);

export function unitsOf(text: string): Uint16Array {
  return text.length <= SHORT ? short.hold(text) : long.hold(text);
}

const BEYOND_ASCII = 0xff80ff80;

/** The first place at or behind `from` whose unit is beyond ASCII, or `length`; `units` is what `unitsOf` has answered. */
export function nextBeyondAscii(units: Uint16Array, from: number, length: number): number {
  const pairs = units === short.units ? short.pairs : long.pairs;
  let at = from;
  // Most that is asked about stands right here: one letter of another alphabet follows the other.
  while ((at & 7) !== 0) {
    if (at >= length) return length;
    if ((units[at] as number) > 0x7f) return at;
    at++;
  }
  for (let pair = at >> 1; at < length; at += 8, pair += 4) {
    const any =
      (pairs[pair] as number) | (pairs[pair + 1] as number) | (pairs[pair + 2] as number) | (pairs[pair + 3] as number);
    if ((any & BEYOND_ASCII) !== 0) break;
  }
  while (at < length && (units[at] as number) <= 0x7f) at++;
  return Math.min(at, length);
}
