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
  for (let at = 0; at < Math.min(32, bytes.length); at++) {
    const byte = bytes[at] as number;
    if (byte < 9) return byte === 0 && at < 4 ? fromWideBytes(bytes) : undefined;
  }
  return isUtf8(bytes) ? bytes.toString("utf8").replace(BYTE_ORDER, "") : undefined;
}

const BYTE_ORDER = /^\ufeff/;
const WIDE_LOOK = 64;

/** Letters that one byte could say, in two or four of which the others are nothing; the order of bytes may be said first. */
function fromWideBytes(bytes: Buffer): string | undefined {
  const from = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) ? 2 : 0;
  let letters = 0;
  const look = Math.min(bytes.length, from + WIDE_LOOK);
  for (let at = from; at < look; at++) {
    const byte = bytes[at] as number;
    if (byte === 0) continue;
    if (byte < 9 || byte > 0x7e) return undefined;
    letters += 1;
  }
  if (letters * 2 > look - from + 1 || letters * 5 < look - from) return undefined;
  return bytes.subarray(from).toString("latin1").replaceAll("\0", "");
}

export function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** Nothing but digits of another encoding, or marks and digits. */
export function isEncodedAgain(text: string): boolean {
  return text.length >= 24 && /^(?:[0-9a-fA-F\s]+|(?:[%\\&=][0-9a-zA-Z#{};]+\s?)+)$/.test(text.slice(0, 512));
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

/** Spaces by their names, and what shows nothing, by name or number. */
const BLANK = /&(?:nbsp|ensp|emsp|thinsp|hairsp|numsp|puncsp|Tab|NewLine|#(?:32|160|x20|xa0));/gi;
const UNSEEN =
  /&(?:shy|zwn?j|ZeroWidthSpace|NoBreak|lrm|rlm|InvisibleTimes|#(?:173|820[3-7]|8288|65279|xad|x200[b-f]|x2060|xfeff));/gi;

export function fromEntities(stretch: string): string {
  return stretch
    .replace(/&amp;(?=#|[a-z]{2,8};)/gi, "&")
    .replace(UNSEEN, "")
    .replace(BLANK, " ")
    .replace(/&#(?:(\d{2,8})|[xX]([0-9a-fA-F]{2,8}));?/g, (_, decimal, hex) =>
      fromCode(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)),
    );
}

/** `chr(73)+chr(103)…`, in whatever language adds up characters. */
export function fromCharCodes(stretch: string): string {
  return Array.from(stretch.matchAll(/\d{2,3}/g), ([code]) => fromCode(Number(code))).join("");
}

export function fromEscapes(stretch: string): string {
  return stretch.replace(
    /\\{1,2}(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|[ux]\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|([0-7]{3}))(?:[ ,](?=\\))?/g,
    (_, x, u, braced, long, octal) =>
      fromCode(octal === undefined ? Number.parseInt(x ?? u ?? braced ?? long, 16) : Number.parseInt(octal, 8)),
  );
}

/** A terminal's sequences, letters in tags, and what shows nothing, as they come out of escapes: a model reads the words. */
export function asShown(reading: string): string {
  if (!UNSHOWN.test(reading)) return reading;
  return reading
    .replace(SEQUENCE, "")
    .replace(/[\u{e0020}-\u{e007e}]/gu, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "");
}

const UNSHOWN = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences begin with one
const SEQUENCE = /(?:\x1b\[|\x9b)[0-?]{0,32}[ -/]{0,4}[@-~]/g;

/** As style sheets escape: a backslash, the code, and one space that ends it. */
export function fromStyleEscapes(stretch: string): string {
  return stretch.replace(/\\(?:0{0,4})([2-7][0-9a-fA-F])(?: |(?=\\)|$)/g, (_, hex) =>
    fromCode(Number.parseInt(hex, 16)),
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
