/** The text of UTF-8 without NUL; nothing of anything else. */
export function decodeText(content: Uint8Array, truncated: boolean): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    // A cut may fall inside a character: streaming leaves its first bytes out instead of calling them wrong.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content, { stream: truncated });
  } catch {
    return undefined;
  }
}
