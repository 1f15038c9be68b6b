import { unitsOf } from "../units.ts";

/**
 * What is judged at once: about a sentence. A line that goes on in lower case belongs to the one before; a member of a JSON
 * object, a bullet or an empty line is a border. Bounded, so that a text without borders costs no more.
 */
export interface Unit {
  readonly start: number;
  readonly end: number;
}

const BEFORE_MAX = 240;
const AFTER_MAX = 320;

/** The unit that holds the character at `at`. */
export function unitAt(text: string, at: number): Unit {
  const units = unitsOf(text);
  let start = at;
  const least = Math.max(0, at - BEFORE_MAX);
  while (start > least && (MAY_END[units[start - 1] as number] === 0 || !isBorder(text, start))) start--;
  let end = at + 1;
  const most = Math.min(text.length, at + AFTER_MAX);
  while (end < most && (MAY_END[units[end - 1] as number] === 0 || !isBorder(text, end))) end++;
  return { start, end };
}

const NEW_LINE = 10;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const FULL_STOP = 46;
const COLON = 58;
const SEMICOLON = 59;
const ENDS: ReadonlySet<number> = new Set([
  ...[NEW_LINE, FULL_STOP, 33, 63, SEMICOLON, QUOTE],
  ...[0x964, 0x61f, 0x3002, 0xff01, 0xff1f],
]);

/** What a unit may end with: behind anything else nothing has to be asked. */
const MAY_END: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, unit) => (ENDS.has(unit) ? 1 : 0));

/** Whether a unit ends before `at`. */
function isBorder(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (before > 0x3000) return before === 0x3002 || before === 0xff01 || before === 0xff1f;
  if (before === NEW_LINE) return !goesOn(text, at);
  const next = text.charCodeAt(at);
  if (before === FULL_STOP || before === 33 || before === 63) return next <= SPACE || next === QUOTE || next === 39;
  if (before === SEMICOLON) return next <= SPACE;
  // `"key": "value",` in JSON: the quotation mark that ends or begins a member.
  if (before === QUOTE) return next === COMMA || next === COLON || next === 125 || next === 93;
  return before === 0x964 || before === 0x61f;
}

/** Whether the line that begins at `at` continues the sentence before it. */
function goesOn(text: string, at: number): boolean {
  let next = at;
  while (next < text.length && next - at < 8 && text.charCodeAt(next) === SPACE) next++;
  const code = text.charCodeAt(next);
  if (code >= 97 && code <= 122) return !isKey(text, next);
  // Capitals go on where the line before was in capitals too.
  const before = text.charCodeAt(at - 2);
  return code >= 65 && code <= 90 && before >= 65 && before <= 90;
}

const KEY_MAX = 24;

/** `name: value`, `name = value`: a line of data. */
function isKey(text: string, start: number): boolean {
  let at = start;
  while (at - start < KEY_MAX && isKeyUnit(text.charCodeAt(at))) at++;
  return at > start && (text.charCodeAt(at) === COLON || text.charCodeAt(at) === 61);
}

function isKeyUnit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45;
}
