/**
 * Takes credentials out of what a tool says. A tool that holds one can always hide it from us (one letter a line will do):
 * this is against accidents, a header in an error message, a configuration dump, and for those it covers the forms in which
 * a value is usually written.
 */
export type MaskText = (text: string) => string;

/** Shorter ones would blot out ordinary text. */
export const SHORTEST_SECRET = 8;

const MASK = "[credential]";

export function maskOf(secrets: Iterable<string>): MaskText {
  const kept = [...secrets];
  // A file has a line's end that a tool takes away.
  const texts = kept.flatMap((secret) => [secret, secret.trim()]).filter((text) => text.length >= SHORTEST_SECRET);
  const forms = new Set([...texts.flatMap(formsOf), ...kept.flatMap(keyLines)]);
  if (forms.size === 0) return (text) => text;
  // Longest first: one form may contain another.
  const alternatives = [...forms].sort((a, b) => b.length - a.length).map(literally);
  const pattern = new RegExp(alternatives.join("|"), "g");
  return (text) => text.replace(pattern, MASK);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Every text in a value, names of members too. */
export function maskValue(value: unknown, mask: MaskText): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mask(name), maskValue(item, mask)]));
}

/** Of a key that is written on several lines, a line that is nothing else. */
const KEY_LINE = /^\S{16,}$/;
/** More than the longest key has; a longer text is a bundle of certificates, and each line is looked for everywhere. */
const KEY_LINES_MAX = 64;

/** Line by line, as a key comes out that is indented, quoted or written with \\n. */
function keyLines(secret: string): string[] {
  const lines = secret.split(/\r?\n|\\n/).map((line) => line.trim());
  return lines.length > 1 && lines.length <= KEY_LINES_MAX ? lines.filter((line) => KEY_LINE.test(line)) : [];
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  const encoded = encodeURIComponent(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    // As others write addresses: with the slashes left, or the digits in small letters.
    encoded.replaceAll("%2F", "/"),
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams([["", secret]]).toString().slice(1),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
  ].filter((form) => form.length >= SHORTEST_SECRET);
}

/** What of a value's base64 does not depend on the bytes around it, when it begins at this place of a group of three. */
function base64At(bytes: Buffer, offset: number): string[] {
  const start = (3 - offset) % 3;
  const whole = bytes.subarray(start, start + Math.floor((bytes.length - start) / 3) * 3);
  return [whole.toString("base64"), whole.toString("base64url")];
}
