import { nameOf } from "#lib/sanitise/character-names.ts";
import { type VisibleSegment, visibleSegments } from "#lib/sanitise/visible.ts";

/**
 * Stricter than what the cleaner takes away: a direction mark beside Hebrew or a single private character may be honest, and still
 * a person who decides should see that it is there. All twelve Bidi_Control characters, every other format character, line and
 * paragraph separators, private use and tags. Joiners stay where letters or emoji need them; elsewhere they are named too.
 */
const ALWAYS_NAMED = /(?![\u200c\u200d])[\p{Bidi_Control}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu;

export function shownSegments(text: string): VisibleSegment[] {
  return visibleSegments(text).flatMap((segment) => (segment.kind === "text" ? splitText(segment.text) : [segment]));
}

function splitText(text: string): VisibleSegment[] {
  const segments: VisibleSegment[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(ALWAYS_NAMED)) {
    if (index > from) segments.push({ kind: "text", text: text.slice(from, index) });
    const codePoint = character.codePointAt(0) ?? 0;
    segments.push({ kind: "hidden", text: character, codePoint, name: nameOf(codePoint) });
    from = index + character.length;
  }
  if (from < text.length) segments.push({ kind: "text", text: text.slice(from) });
  return segments;
}
