/**
 * The UTF-16 units of a text as an array. Reading a character of a string costs a look at how the string is kept, for each one; of an
 * array it does not. The array is shared: it holds until the next call, and only its first `text.length` entries mean anything.
 */
let scratch = new Uint16Array(1 << 17);
let bytes: Buffer | undefined;

export function unitsOf(text: string): Uint16Array {
  if (scratch.length < text.length) {
    scratch = new Uint16Array(text.length);
    bytes = undefined;
  }
  if (typeof Buffer === "function") {
    bytes ??= Buffer.from(scratch.buffer);
    bytes.write(text, 0, "utf16le");
  } else {
    for (let i = 0; i < text.length; i++) scratch[i] = text.charCodeAt(i);
  }
  return scratch;
}
