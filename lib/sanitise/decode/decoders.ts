import { isUtf8 } from "node:buffer";

/** Ways to undo an encoding. Each answers undefined, or text that nobody should read, where there was none. */

export function fromBase64(stretch: string): string | undefined {
  const plain = stretch.replace(/[\r\n]|=+$/g, "");
  // A word, a path or a plain number is not base64 that anybody would decode.
  if (plain.length % 4 === 1 || /^[a-z]+$|^[A-Z]+$|^[0-9]+$|^[A-Za-z]+(?:[/_-][A-Za-z]+)+$/.test(plain))
    return undefined;
  return fromBytes(Buffer.from(plain, "base64"));
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function fromBase32(stretch: string): string | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of stretch) {
    held = (held << 5) | BASE32.indexOf(digit);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
    held &= (1 << bits) - 1;
  }
  const text = fromBytes(Buffer.from(bytes));
  return text !== undefined && isReadable(text) ? text : undefined;
}

export function fromPercent(stretch: string): string | undefined {
  try {
    return decodeURIComponent(stretch);
  } catch {
    return undefined;
  }
}

export function fromBytes(bytes: Buffer): string | undefined {
  // A control among the first bytes, as in almost all that is no text, spares the rest.
  for (let at = 0; at < Math.min(32, bytes.length); at++) if ((bytes[at] ?? 0) < 9) return undefined;
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

export function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** Words: largely letters and spaces, hardly anything a person would not type. */
export function isReadable(text: string): boolean {
  if (text.length < 8) return false;
  let letters = 0;
  let odd = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 32 || code > 0xbf) letters += 1;
    else if (code < 9 || (code > 13 && code < 32) || (code >= 0x7f && code < 0xa0)) odd += 1;
  }
  return letters / text.length > 0.35 && odd === 0;
}

export function fromEntities(stretch: string): string {
  return stretch.replace(/&#(?:(\d{2,7})|[xX]([0-9a-fA-F]{2,6}));/g, (_, decimal, hex) =>
    fromCode(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}

export function fromEscapes(stretch: string): string {
  return stretch.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{3})) ?/g,
    (_, x, u, braced, octal) =>
      fromCode(octal === undefined ? Number.parseInt(x ?? u ?? braced, 16) : Number.parseInt(octal, 8)),
  );
}

export function fromBinary(stretch: string): string | undefined {
  return fromBytes(Buffer.from((stretch.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))));
}

/** Quoted-printable: bytes as `=XX`, and an equals sign at the end of a line that goes on. */
export function fromQuotedPrintable(stretch: string): string | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < stretch.length; at++) {
    const code = stretch.charCodeAt(at);
    if (code !== 61) {
      bytes.push(...(code < 0x80 ? [code] : Buffer.from(stretch[at] ?? "", "utf8")));
      continue;
    }
    const soft = /^=[ \t]*\r?\n/.exec(stretch.slice(at, at + 8));
    const pair = stretch.slice(at + 1, at + 3);
    if (soft !== null) at += soft[0].length - 1;
    else if (/^[0-9A-Fa-f]{2}$/.test(pair)) {
      bytes.push(Number.parseInt(pair, 16));
      at += 2;
    } else bytes.push(code);
  }
  const decoded = Buffer.from(bytes);
  return isUtf8(decoded) ? decoded.toString("utf8") : undefined;
}
