/**
 * Base64 in either alphabet, to text of single bytes. Our own, because the platform's throws on what does not decode, and an
 * exception for every few characters of a hostile text is a denial of service.
 */

const VALUES = new Uint8Array(128).fill(64);
for (const [value, character] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  VALUES[character.charCodeAt(0)] = value;
}
VALUES["-".charCodeAt(0)] = 62;
VALUES["_".charCodeAt(0)] = 63;

/** Decodes as far as the text is base64. */
export function decodeBase64(text: string): string {
  let decoded = "";
  let bits = 0;
  let held = 0;
  for (let i = 0; i < text.length; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? 64;
    if (value === 64) break;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    decoded += String.fromCharCode((held >> bits) & 0xff);
  }
  return decoded;
}
