/**
 * The UTF-16 units of a text as an array. Reading a character of a string costs a look at how the string is kept, for each one; of an
 * array it does not. The array is shared: it holds until the next call with another text, and only its first `text.length` entries
 * mean anything. Asking again for the same text costs nothing, so whoever calls out in between asks again.
 */
let scratch = new Uint16Array(1 << 16);
/** The same memory two units at a time. */
let pairs = new Uint32Array(scratch.buffer);
let bytes: Buffer | undefined;
let held = "";

export function unitsOf(text: string): Uint16Array {
  if (text === held) return scratch;
  if (scratch.length < text.length) {
    scratch = new Uint16Array(roomFor(text.length));
    pairs = new Uint32Array(scratch.buffer);
    bytes = undefined;
  }
  if (typeof Buffer === "function") {
    bytes ??= Buffer.from(scratch.buffer);
    bytes.write(text, 0, "utf16le");
  } else {
    for (let i = 0; i < text.length; i++) scratch[i] = text.charCodeAt(i);
  }
  held = text;
  return scratch;
}

/** Always a whole number of the steps in which `nextBeyondAscii` goes. */
function roomFor(length: number): number {
  return (length + 4096) & ~4095;
}

const BEYOND_ASCII = 0xff80ff80;

/** The first place at or behind `from` whose unit is beyond ASCII, in the text that `unitsOf` was asked for last; else `length`. */
export function nextBeyondAscii(from: number, length: number): number {
  const units = scratch;
  const two = pairs;
  let at = from;
  // Most that is asked about stands right here: one letter of another alphabet follows the other.
  while ((at & 7) !== 0) {
    if (at >= length) return length;
    if ((units[at] as number) > 0x7f) return at;
    at++;
  }
  for (let pair = at >> 1; at < length; at += 8, pair += 4) {
    const any =
      (two[pair] as number) | (two[pair + 1] as number) | (two[pair + 2] as number) | (two[pair + 3] as number);
    if ((any & BEYOND_ASCII) !== 0) break;
  }
  while (at < length && (units[at] as number) <= 0x7f) at++;
  return Math.min(at, length);
}
