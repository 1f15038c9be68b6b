import { COLON as COLONS, MARKUP, QUOTE as QUOTES, SIGNS } from "#lib/sanitise/bitmaps/bitmaps.ts";
import { bitmapsOf } from "../units.ts";
import { COLON, isLetter, LESS, OPEN_BRACKET } from "./letters.ts";
import type { Passage } from "./passage.ts";
import { roleAtAngle, roleAtBracket, roleAtField, roleAtLine } from "./roles.ts";
import { concealmentOf, readTag } from "./tag.ts";

/** What a turn begins with. */
const QUOTED_TURN = /##|```|[Ss][Yy][Ss]|(?:[Hh]uman|[Aa]ssistant|HUMAN|ASSISTANT) ?:/y;
const TURN_STARTS = new Uint8Array(128);
for (const character of "#`SsHhAa") TURN_STARTS[character.charCodeAt(0)] = 1;

/** In code nothing is changed, but what would be an alarm elsewhere is still said. */
export function detectInCode(passage: Passage, start: number, end: number, place: "block" | "span"): void {
  const { text, log } = passage;
  for (let at = nextTelling(text, start, end), next = at; at < end; at = nextTelling(text, next, end)) {
    next = at + 1;
    const unit = text.charCodeAt(at);
    if (unit === COLON) {
      if (text.startsWith("//", next)) next = Math.max(at + 3, log.bare(text, at, true));
      continue;
    }
    const role = unit === LESS ? roleAtAngle(text, at) : roleAtBracket(text, at, false);
    if (role !== undefined) log.role(role, place);
    else if (unit === LESS && place === "block") detectHidden(passage, at, end);
  }
}

/** Where something stands that may be an alarm in code: `<`, `[` or a colon. */
function nextTelling(text: string, from: number, end: number): number {
  const bitmaps = bitmapsOf(text, SIGNS);
  const colon = bitmaps.next(COLONS, from, end);
  for (let sign = bitmaps.next(MARKUP, from, colon); sign < colon; sign = bitmaps.next(MARKUP, sign + 1, colon)) {
    const unit = bitmaps.units[sign];
    if (unit === LESS || unit === OPEN_BRACKET) return sign;
  }
  return colon;
}

/** A comment or a hidden element in a line of code. */
function detectHidden(passage: Passage, at: number, end: number): void {
  const { text, log } = passage;
  if (text.startsWith("<!--", at)) {
    const close = text.slice(at + 4, end).indexOf("-->");
    if (close >= 0) log.concealedInCode(at, at + 4 + close + 3, text.slice(at + 4, at + 4 + close), "comment");
    return;
  }
  if (!isLetter(text.charCodeAt(at + 1)) || !passage.mayRead(at)) return;
  // No further than the line: a text of nothing but starts of tags would be read many times otherwise.
  const tag = readTag(text.slice(at, end), 0);
  passage.readUpTo(tag === undefined ? end : at + tag.end);
  const by = tag === undefined ? undefined : concealmentOf(tag);
  if (tag !== undefined && by !== undefined) log.concealedInCode(at, end, text.slice(at + tag.end, end), by);
}

/** Turns at the start of a text that is quoted in this one, as in JSON. */
export function detectQuoted({ text, log }: Passage): void {
  const { length } = text;
  const fields: number[] = [];
  for (let at = nextQuote(text, 0); at < length; at = nextQuote(text, at + 1)) {
    const first = quotedAt(text, at);
    const unit = text.charCodeAt(first);
    if (unit === SMALL_R && text.startsWith('"role"', at)) fields.push(at);
    if (!(unit < 128) || TURN_STARTS[unit] === 0) continue;
    QUOTED_TURN.lastIndex = first;
    const role = QUOTED_TURN.test(text) ? roleAtLine(text, first) : undefined;
    if (role !== undefined) log.role(role, "quoted");
  }
  for (const at of fields) {
    const role = roleAtField(text, at + 5);
    if (role !== undefined) log.role(role, "quoted");
  }
}

function nextQuote(text: string, from: number): number {
  return bitmapsOf(text, SIGNS).next(QUOTES, from, text.length);
}

/** Where the text begins that is quoted behind a quotation mark, or behind a line end that is written out; -1 where none is. */
function quotedAt(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return at + 1;
  return text.charCodeAt(at + 1) === SMALL_N ? at + 2 : -1;
}

const QUOTE = 0x22;
const SMALL_N = 0x6e;
const SMALL_R = 0x72;
