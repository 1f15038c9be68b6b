/**
 * The text that a finding is about: what stands at its JSON Pointer. A pointer that ends in the name of a member and not in a
 * string is about that name.
 */
export function textAt(value: unknown, pointer: string): string | undefined {
  const names = pointer.split("/").slice(1).map(unescapeName);
  let here = value;
  for (const name of names) {
    if (here === null || typeof here !== "object" || !Object.hasOwn(here, name)) return names.at(-1);
    here = (here as Record<string, unknown>)[name];
  }
  return typeof here === "string" ? here : names.at(-1);
}

function unescapeName(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Excerpt {
  readonly text: string;
  /** Where the excerpt begins in the whole. */
  readonly from: number;
  readonly before: number;
  readonly after: number;
}

/** Longer texts are shown around what was found in them. */
const WHOLE = 1_200;
const AROUND = 240;

/** The part of a text that holds all the places, with some room on both sides. */
export function excerptOf(text: string, places: readonly Place[]): Excerpt {
  if (text.length <= WHOLE || places.length === 0) return { text, from: 0, before: 0, after: 0 };
  const first = Math.min(...places.map(({ start }) => start));
  const last = Math.max(...places.map(({ end }) => end));
  const from = toBoundary(text, Math.max(0, first - AROUND));
  const to = toBoundary(text, Math.min(text.length, last + AROUND));
  return { text: text.slice(from, to), from, before: from, after: text.length - to };
}

/** Never between the halves of one character. */
function toBoundary(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
