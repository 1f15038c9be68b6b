/**
 * The shape of a regular expression, as far as it matters for how often it can be tried again: which characters follow
 * which, and where it repeats. Lookaround and back-references are not in it; the linear engine refuses them anyway.
 */
export type Shape =
  | { readonly kind: "empty" }
  /** One character; `source` is the class, escape or literal as written. */
  | { readonly kind: "one"; readonly source: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Shape[] }
  | { readonly kind: "optional"; readonly part: Shape }
  /** As often as one likes; `least` 0 or 1. */
  | { readonly kind: "loop"; readonly part: Shape; readonly least: 0 | 1 };

/** From so many on, a counted repetition is as bad as an endless one. */
const MANY = 10;
const DEPTH_MAX = 50;

/** Nothing when it is written in a way that we do not read. */
export function parsePattern(pattern: string): Shape | undefined {
  const reader = { pattern, at: 0, depth: 0 };
  const shape = readChoice(reader);
  return reader.at === pattern.length ? shape : undefined;
}

interface Reader {
  readonly pattern: string;
  at: number;
  depth: number;
}

function readChoice(reader: Reader): Shape | undefined {
  const parts: Shape[] = [];
  do {
    const part = readSequence(reader);
    if (!part) return undefined;
    parts.push(part);
  } while (take(reader, /\|/y));
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: "choice", parts };
}

function readSequence(reader: Reader): Shape | undefined {
  const parts: Shape[] = [];
  while (reader.at < reader.pattern.length && !/[|)]/.test(reader.pattern.charAt(reader.at))) {
    const atom = readAtom(reader);
    if (!atom) return undefined;
    parts.push(readRepetition(reader, atom));
  }
  return { kind: "sequence", parts };
}

function readAtom(reader: Reader): Shape | undefined {
  // Places, not characters.
  if (take(reader, /\^|\$|\\[bBAzZ]/y)) return { kind: "empty" };
  if (take(reader, /\(\?[a-zA-Z-]*:|\(\?P?<[A-Za-z_]\w*>|\((?!\?)/y)) {
    reader.depth += 1;
    const inner = reader.depth > DEPTH_MAX ? undefined : readChoice(reader);
    reader.depth -= 1;
    return inner && take(reader, /\)/y) ? inner : undefined;
  }
  const source =
    take(reader, /\[\^?\]?(?:\\.|[^\]\\])*\]/sy) ??
    take(reader, /\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[pP]\{[^}]*\}|\\c[A-Za-z]|\\[^1-9]/sy) ??
    take(reader, /[^\\()[\]|*+?^$]/suy);
  return source === undefined ? undefined : { kind: "one", source };
}

function readRepetition(reader: Reader, part: Shape): Shape {
  const written = take(reader, /[*+?]\??|\{\d{1,6}(?:,\d{0,6})?\}\??/y);
  if (written === undefined) return part;
  const [least = 0, most = Number.POSITIVE_INFINITY] = bounds(written);
  const repeated = repetition(part, least, most);
  // Another mark after it applies to all of it, as in `(a+)+` without the brackets.
  return readRepetition(reader, repeated);
}

function bounds(written: string): number[] {
  if (written.startsWith("*")) return [0];
  if (written.startsWith("+")) return [1];
  if (written.startsWith("?")) return [0, 1];
  const [least, most] = written.replaceAll(/[{}?]/g, "").split(",");
  return most === undefined
    ? [Number(least), Number(least)]
    : most === ""
      ? [Number(least)]
      : [Number(least), Number(most)];
}

function repetition(part: Shape, least: number, most: number): Shape {
  if (most >= MANY) return { kind: "loop", part, least: least > 0 ? 1 : 0 };
  return least === 0 ? { kind: "optional", part } : part;
}

function take(reader: Reader, token: RegExp): string | undefined {
  token.lastIndex = reader.at;
  const found = token.exec(reader.pattern)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}
