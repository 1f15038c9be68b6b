import type { Markers } from "./marker.ts";
import type { StageResult } from "./stage.ts";
import { UNTOUCHED } from "./stage.ts";

/** The end of an output holds its result or its error more often than its middle does. */
const TAIL_SHARE = 1 / 3;

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
  const end = markers.around(text, at)?.start ?? at;
  return splitsPair(text, end) ? end - 1 : end;
}

/** The first place at or after `at` where a tail may start. */
function safeStart(text: string, at: number, markers: Markers): number {
  const start = markers.around(text, at)?.end ?? at;
  return splitsPair(text, start) ? start + 1 : start;
}

function splitsPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}
