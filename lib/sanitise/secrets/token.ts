import { endsInChecksum } from "./checksum.ts";
import type { InnerFormat, TokenFormat } from "./formats.ts";
import { isPlaceholder, isWordy, makeupOf } from "./made-up.ts";

/** Where a secret stands, and what kind it is. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** How far a rule read, when it read for nothing: it need not look again before that. */
export type Attempt = Match | number;

/** Tries one format whose prefix ends at `end`. */
function matchToken(text: string, format: TokenFormat, end: number): Attempt {
  const start = end - format.prefix.length;
  // The anchors ignore case; most formats do not, and a prefix inside a word is that word's business.
  if (!text.startsWith(format.prefix, start)) return end;
  if (isWordCharacter(format.prefix.charCodeAt(0)) && !startsToken(text, start)) return end;
  const { body } = format;
  body.lastIndex = end;
  const found = body.exec(text)?.[0];
  if (found === undefined) return end;
  if (format.checksum && endsInChecksum(found)) return { start, end: end + found.length, kind: format.kind };
  if (!isRandom(found, format.weak)) return end + found.length;
  return { start: format.address ? end : start, end: end + found.length, kind: format.kind };
}

/** The formats whose prefix goes on from this one's, longest first: they name the kind more exactly. */
export function extensionsOf(format: TokenFormat, formats: readonly TokenFormat[]): readonly TokenFormat[] {
  return formats
    .filter(({ prefix }) => prefix.length > format.prefix.length && prefix.startsWith(format.prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
}

/** Tries a format, and where it fits the longer ones: `sk-` stands before `sk-ant-` ends. */
export function matchLongest(text: string, format: TokenFormat, longer: readonly TokenFormat[], end: number): Attempt {
  const attempt = matchToken(text, format, end);
  if (typeof attempt === "number") return attempt;
  for (const other of longer) {
    const exact = matchToken(text, other, end + other.prefix.length - format.prefix.length);
    if (typeof exact !== "number") return exact;
  }
  return attempt;
}

/** Tries one format whose anchor ends at `end` and stands in the middle. */
export function matchInner(text: string, format: InnerFormat, end: number): Attempt {
  const { body } = format;
  body.lastIndex = end - format.anchor.length;
  const found = body.exec(text);
  if (found === null) return end;
  const start = found.index - (found[1]?.length ?? 0);
  const stop = found.index + found[0].length;
  if (!startsToken(text, start) || isPlaceholder(text.slice(start, stop))) return end;
  return { start, end: stop, kind: format.kind };
}

/** Whether a token may start here: not in the middle of a word, unless that word's letter belongs to an escape. */
export function startsToken(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1);
  if (!isWordCharacter(unit)) return true;
  // JSON and address text inside text: `\n`, `\u0022` and `%3D` end in letters and digits that are none.
  if ((unit === 0x6e || unit === 0x72 || unit === 0x74) && text.charCodeAt(at - 2) === 0x5c) return true;
  if (text.charCodeAt(at - 3) === 0x25) return true;
  return text.charCodeAt(at - 6) === 0x5c && text.charCodeAt(at - 5) === 0x75;
}

function isWordCharacter(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

/** A distinctive prefix only has to be followed by no placeholder; a weak one by something really random. */
function isRandom(body: string, weak: boolean): boolean {
  const { lower, upper, digit, letter, entropy } = makeupOf(body);
  if (weak) return digit && letter && entropy >= 3 && !isWordy(body) && !isPlaceholder(body);
  const mixed = (digit && letter) || (upper && lower && !isWordy(body)) || /^[A-Z]{16}$/.test(body);
  return mixed && !isPlaceholder(body);
}
