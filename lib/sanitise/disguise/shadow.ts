import { applyEdits, type Edit, OffsetMap } from "../edits.ts";

/** A text as detectors read it, and where each of its units came from. It is never shown and never sent on. */
export interface Shadow {
  readonly text: string;
  /** Where words stand, in the text as given, that have look-alikes from another script between their letters. */
  readonly mixed: readonly number[];
  /** Those of them that read as words of English. */
  readonly feigned: readonly number[];
  /** Those of them that are long enough to be no abbreviation. */
  readonly longFeigned: readonly number[];
  /** Where words stand in letters made for mathematics, decoration or another width. */
  readonly styled: readonly number[];
  /** Those of them in full-width letters. */
  readonly wide: readonly number[];
  /** Those of them that read as words of English in small letters. */
  readonly wideWords: readonly number[];
  /** Where `[start, end)` of the shadow stands in the text as given. */
  spanOf(start: number, end: number): { readonly start: number; readonly end: number };
}

export function plainShadow(text: string): Shadow {
  return {
    text,
    mixed: [],
    feigned: [],
    longFeigned: [],
    styled: [],
    wide: [],
    wideWords: [],
    spanOf: (start, end) => ({ start, end }),
  };
}

/** A shadow in which some words read otherwise. */
export function shadowOf(
  text: string,
  edits: readonly Edit[],
  { mixed, feigned, longFeigned, styled, wide, wideWords }: Omit<Shadow, "text" | "spanOf">,
): Shadow {
  let map: OffsetMap | undefined;
  return {
    text: applyEdits(text, edits),
    mixed,
    feigned,
    longFeigned,
    styled,
    wide,
    wideWords,
    spanOf(start, end) {
      map ??= new OffsetMap(edits);
      const [first, last] = map.toRaw(start, Math.max(start, end));
      return { start: first, end: Math.max(first, last) };
    },
  };
}
