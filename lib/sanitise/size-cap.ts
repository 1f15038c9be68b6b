import { classOf, PLAIN } from "./characters.ts";
import type { Markers } from "./marker.ts";
import type { StageResult } from "./stage.ts";
import { UNTOUCHED } from "./stage.ts";

/** The end of an output holds its result or its error more often than its middle does. */
const TAIL_SHARE = 1 / 3;
/** The longest marker there can be; a cut never falls inside one. */
const MARKER_REACH = 80;

/**
 * Cuts the middle out of a text that is too long, on code-point boundaries and never inside a marker. A limit too small for
 * the cut's own marker keeps the head alone.
 */
export function capSize(text: string, maxLength: number, markers: Markers): StageResult {
  if (text.length <= maxLength) return UNTOUCHED;
  const room = maxLength - markers.cut(text.length).length;
  const tail = room > 0 ? Math.floor(room * TAIL_SHARE) : 0;
  const start = safeEnd(text, room > 0 ? room - tail : maxLength, markers);
  const end = room > 0 ? Math.max(start, safeStart(text, text.length - tail, markers)) : text.length;
  const replacement = room > 0 ? markers.cut(end - start) : "";
  return {
    edits: [{ start, end, replacement }],
    notes: [{ rule: "size.cut", severity: "info", start, end, action: "removed" }],
  };
}

/** The last place at or before `at` where a head may end. */
function safeEnd(text: string, at: number, markers: Markers): number {
  let end = outsideMarker(text, at, markers)?.start ?? at;
  if (isSecondHalf(text, end)) end -= 1;
  // What a neighbour made honest or whole must not lose that neighbour: joiners, selectors, half of a line end.
  while (end > 0 && (!isPlain(text, end - 1) || text.charCodeAt(end - 1) === 0x0d)) end -= 1;
  return end;
}

/** The first place at or after `at` where a tail may start. */
function safeStart(text: string, at: number, markers: Markers): number {
  let start = outsideMarker(text, at, markers)?.end ?? at;
  if (isSecondHalf(text, start)) start += 1;
  while (start < text.length && !isPlain(text, start)) start += 1;
  return start;
}

function outsideMarker(text: string, at: number, markers: Markers): { start: number; end: number } | undefined {
  const start = text.lastIndexOf("⟦", at - 1);
  if (start < 0 || at - start > MARKER_REACH) return undefined;
  const end = start + markers.lengthAt(text, start);
  return end > at ? { start, end } : undefined;
}

function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0;
}

function isPlain(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit >= 0xdc00 && unit <= 0xdfff) return classOf(text.codePointAt(at - 1) as number) === PLAIN;
  return classOf(text.codePointAt(at) as number) === PLAIN;
}
