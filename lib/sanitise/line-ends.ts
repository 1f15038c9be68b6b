import { isSentenceGone, lineBefore } from "./overwritten.ts";
import { StageLog, type StageResult, UNTOUCHED } from "./stage.ts";

/**
 * A carriage return that does not lead to a line feed makes a terminal write over what stands on the line, so that a person
 * reads something else than a model does. Progress bars do it honestly. Either way each rewrite becomes a line of its own.
 */
export function settleLineEnds(text: string): StageResult {
  if (!text.includes("\r")) return UNTOUCHED;
  const log = new StageLog();
  for (let i = text.indexOf("\r"); i >= 0; i = text.indexOf("\r", i)) {
    const start = i;
    while (text.charCodeAt(i) === 0x0d) i++;
    // Some terminals write CR CR LF: a run before a line feed rewrites nothing.
    if (text.charCodeAt(i) === 0x0a) continue;
    log.edit(
      start,
      i,
      "\n".repeat(i - start),
      "control.carriage-return",
      hidesSentence(text, start, i) ? "medium" : "info",
    );
  }
  return log;
}

const LINE_MAX = 400;
const SHORT = 24;

/**
 * Whether a sentence stands before the return, and something else over half of it or more. In a text whose lines end with returns one
 * follows the other.
 */
function hidesSentence(text: string, start: number, end: number): boolean {
  // Most lines that are written over are short, and are told so without being copied.
  for (let at = start - 1; at >= start - SHORT; at--) if (!(text.charCodeAt(at) > CR)) return false;
  if (end - start > 1) return false;
  const before = lineBefore(text, start);
  const behind = /^[^\n\r]*/.exec(text.slice(end, end + LINE_MAX))?.[0] ?? "";
  if (behind.length * 2 < before.length || text.charCodeAt(start - before.length - 1) === CR) return false;
  if (text.charCodeAt(end + behind.length) === CR && text.charCodeAt(end + behind.length + 1) !== LF) return false;
  return isSentenceGone(before, behind);
}

const LF = 0x0a;
const CR = 0x0d;
