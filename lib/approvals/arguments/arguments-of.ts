/** A call's arguments as rows: a name, a type, the value as text. */
export interface Argument {
  readonly name: string;
  readonly kind: "string" | "number" | "boolean" | "null" | "object" | "array";
  /** A string's own characters; of anything else its JSON, indented. */
  readonly text: string;
  readonly length: number;
}

/** Values longer than this, in characters or lines, show head and tail first; the middle must be opened before anybody can approve. */
export const LONG_VALUE = 4096;
export const LONG_LINES = 40;
const HEAD_SHOWN = 1600;
const TAIL_SHOWN = 800;
const HEAD_LINES = 16;
const TAIL_LINES = 8;

/** Values on one line up to this length come first, so that a long one cannot push them out of sight. */
const SHORT_VALUE = 200;

/** Nothing if the input is not an object: then the page says that it cannot be inspected. */
export function argumentsOf(input: string): readonly Argument[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    return undefined;
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const items = Object.entries(value).map(([name, item]): Argument => {
    const text = typeof item === "string" ? item : JSON.stringify(item, null, 2);
    return { name, kind: kindOf(item), text, length: text.length };
  });
  return [...items.filter(isShort), ...items.filter((item) => !isShort(item))];
}

/**
 * Whether a card keeps a part of it out of sight until somebody opens it or goes on to its end, or cannot lay it out at all: one long
 * value, or as much in many short ones.
 */
export function mustBeOpened(input: string): boolean {
  const items = argumentsOf(input);
  if (!items || items.length >= LONG_LINES || items.some(isLong)) return true;
  return items.reduce((sum, { name, length }) => sum + name.length + length, 0) > LONG_VALUE;
}

export function isLong({ text, length }: Argument): boolean {
  return length > LONG_VALUE || lineEnds(text).length >= LONG_LINES;
}

function isShort({ text, length }: Argument): boolean {
  return length <= SHORT_VALUE && lineEnds(text).length === 0;
}

/** Everything that a browser or a reader may take for the end of a line; the place after each. */
function lineEnds(text: string): readonly number[] {
  return Array.from(text.matchAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g), ({ 0: end, index }) => index + end.length);
}

/** Head and tail of a long value: few enough lines, and few enough characters, to be seen at once. */
export function endsOf({ text }: Argument): { readonly head: string; readonly tail: string; readonly hidden: number } {
  const ends = lineEnds(text);
  const many = ends.length >= LONG_LINES;
  const headEnd = Math.min(HEAD_SHOWN, (many && ends[HEAD_LINES - 1]) || HEAD_SHOWN, text.length);
  const tailStart = Math.max(text.length - TAIL_SHOWN, (many && ends[ends.length - TAIL_LINES]) || 0, headEnd);
  return { head: text.slice(0, headEnd), tail: text.slice(tailStart), hidden: tailStart - headEnd };
}

function kindOf(value: unknown): Argument["kind"] {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "object";
}
