/** Bytes of a program as text: what is not UTF-8 becomes �, and a cut never falls inside a character. */
export function outputText(bytes: Uint8Array): string {
  // NUL is no character of a text, and the database keeps none.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true }).replaceAll("\0", "�");
}
