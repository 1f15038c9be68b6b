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
  const forms = new Set([...secrets].filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf));
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

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
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
