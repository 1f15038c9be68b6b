import { addressesReader, type Concealment } from "./hidden-words.ts";
import type { Passage } from "./passage.ts";

/**
 * Text that a typeset page does not show: white, a point high, a phantom, a comment over several lines. Honest papers use all of it,
 * so that it stays where it is unless it speaks to a reader; papers that ask a model for a good review do.
 */
const COMMANDS: readonly (readonly [start: RegExp, by: Concealment])[] = [
  [/\\textcolor\s?(?:\[\w{1,10}\]\s?)?\{\s?(?:white|1(?:,1)*)\s?\}\s?\{/iy, "style"],
  [
    /\\(?:color\s?(?:\[\w{1,10}\]\s?)?\{\s?(?:white|1(?:,1)*)\s?\}|fontsize\s?\{\s?[01](?:\.\d+)?\s?(?:pt)?\s?\})/iy,
    "style",
  ],
  [/\\[hv]?phantom\s?\{/y, "style"],
  [/\\begin\s?\{comment\}/y, "comment"],
  [/\\iffalse\b/y, "comment"],
];
const ENDS = /\\end\s?\{comment\}|\\fi\b|\n[ \t]*\n/g;
/** What stands between the words and is none. */
const COMMAND = /\\[A-Za-z]{2,20}\*?(?:\{[^{}\n]{0,24}\})*/g;
const REACH = 2048;
/** What every such command goes on with. */
const NEXT = /[tcfhvpbi]/;

/** At a backslash; answers the end of what it hides from people and says to a reader, undefined when it does neither. */
export function readTypeset(passage: Passage, at: number): number | undefined {
  const { text, log } = passage;
  if (!NEXT.test(text.charAt(at + 1))) return undefined;
  for (const [start, by] of COMMANDS) {
    start.lastIndex = at;
    if (!start.test(text)) continue;
    const from = start.lastIndex;
    const end = by === "comment" ? endOfComment(text, from) : endOfGroup(text, from);
    const inner = passage.peek(from, end).replace(COMMAND, " ").trim();
    if (!addressesReader(inner, by)) return undefined;
    log.concealed("element", at, end, inner, by);
    return end;
  }
  return undefined;
}

function endOfComment(text: string, from: number): number {
  ENDS.lastIndex = from;
  const end = ENDS.exec(text)?.index ?? text.length;
  return Math.min(end, from + REACH);
}

/** The brace that closes what is open, or a blank line. */
function endOfGroup(text: string, from: number): number {
  const limit = Math.min(text.length, from + REACH);
  let depth = 0;
  for (let at = from; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === OPEN) depth += 1;
    else if (unit === CLOSE && depth === 0) return at;
    else if (unit === CLOSE) depth -= 1;
    else if (unit === LINE_FEED && text.charCodeAt(at + 1) === LINE_FEED) return at;
  }
  return limit;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const LINE_FEED = 0x0a;
