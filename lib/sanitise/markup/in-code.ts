import { BACKSLASH, COLON, isLetter, LESS } from "./letters.ts";
import type { Passage } from "./passage.ts";
import { roleAtAngle, roleAtBracket, roleAtField, roleAtLine } from "./roles.ts";
import { hides, readTag } from "./tag.ts";

/** What may be an alarm in code. */
const TELLING = /[<[:]/g;
/** What a turn begins with; looked for before what must stand in front of it, which JSON is full of. */
const QUOTED_TURN = /##|```|[Ss][Yy][Ss]|(?:[Hh]uman|[Aa]ssistant|HUMAN|ASSISTANT) ?:/g;

/** In code nothing is changed, but what would be an alarm elsewhere is still said. */
export function detectInCode(passage: Passage, start: number, end: number, place: "block" | "span"): void {
  const { text, log } = passage;
  const code = text.slice(start, end);
  TELLING.lastIndex = 0;
  while (TELLING.test(code)) {
    const at = start + TELLING.lastIndex - 1;
    const unit = text.charCodeAt(at);
    if (unit === COLON) {
      if (!text.startsWith("//", at + 1)) continue;
      TELLING.lastIndex = Math.max(at + 3, log.bare(text, at, true)) - start;
      continue;
    }
    const role = unit === LESS ? roleAtAngle(text, at) : roleAtBracket(text, at, false);
    if (role !== undefined) log.role(role, place);
    else if (unit === LESS && place === "block") detectHidden(passage, at, end);
  }
}

/** A comment or a hidden element in a line of code. */
function detectHidden(passage: Passage, at: number, end: number): void {
  const { text, log } = passage;
  if (text.startsWith("<!--", at)) {
    const close = text.slice(at + 4, end).indexOf("-->");
    if (close >= 0) log.concealedInCode(at, at + 4 + close + 3, text.slice(at + 4, at + 4 + close));
    return;
  }
  if (!isLetter(text.charCodeAt(at + 1)) || !passage.mayRead(at)) return;
  const tag = readTag(text, at);
  passage.readUpTo(tag?.end ?? end);
  if (tag !== undefined && tag.end <= end && hides(tag)) log.concealedInCode(at, end, text.slice(tag.end, end));
}

/** Turns at the start of a text that is quoted in this one, as in JSON. */
export function detectQuoted({ text, log }: Passage): void {
  QUOTED_TURN.lastIndex = 0;
  for (let found = QUOTED_TURN.exec(text); found !== null; found = QUOTED_TURN.exec(text)) {
    const at = found.index;
    // What begins one letter on may overlap with this.
    QUOTED_TURN.lastIndex = at + 1;
    if (!isQuoted(text, at)) continue;
    const role = roleAtLine(text, at);
    if (role !== undefined) log.role(role, "quoted");
  }
  for (let at = text.indexOf('"role"'); at >= 0; at = text.indexOf('"role"', at + 6)) {
    const role = roleAtField(text, at + 5);
    if (role !== undefined) log.role(role, "quoted");
  }
}

/** Behind a quotation mark, or a line end that is written out. */
function isQuoted(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before === QUOTE || (before === SMALL_N && text.charCodeAt(at - 2) === BACKSLASH);
}

const QUOTE = 0x22;
const SMALL_N = 0x6e;
