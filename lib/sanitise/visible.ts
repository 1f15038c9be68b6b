import { nameOf } from "./character-names.ts";
import { eachHidden } from "./hidden-units.ts";
import { eachForeignLetter } from "./mixed-script.ts";

/**
 * Untrusted text for a page: what a reader would not see, or would take for something else, is named instead of shown. Joiners
 * and selectors that the text needs stay in it, so that Persian and emoji look as they should.
 */
export type VisibleSegment =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "hidden";
      /** The character itself: joined, the segments' texts are the whole text again. */
      readonly text: string;
      readonly codePoint: number;
      /** Its Unicode name, as in `RIGHT-TO-LEFT OVERRIDE`. */
      readonly name: string;
    };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be shown
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\ufffc]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function visibleSegments(text: string): VisibleSegment[] {
  const marked = new Map<number, number>();
  for (const { index } of text.matchAll(UNSEEN)) {
    if (text.startsWith("\r\n", index)) continue;
    marked.set(index, text.charCodeAt(index));
  }
  for (const { index } of text.matchAll(LONE_SURROGATE)) marked.set(index, text.charCodeAt(index));
  eachHidden(text, (at, codePoint) => marked.set(at, codePoint));
  eachForeignLetter(text, (at, codePoint) => marked.set(at, codePoint));
  const segments: VisibleSegment[] = [];
  let from = 0;
  for (const [at, codePoint] of [...marked].sort(([a], [b]) => a - b)) {
    if (at > from) segments.push({ kind: "text", text: text.slice(from, at) });
    from = at + (codePoint > 0xffff ? 2 : 1);
    segments.push({ kind: "hidden", text: text.slice(at, from), codePoint, name: nameOf(codePoint) });
  }
  if (from < text.length) segments.push({ kind: "text", text: text.slice(from) });
  return segments;
}
