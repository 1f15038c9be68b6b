import type { Candidate } from "../disguise/candidate.ts";
import { fromBytes, fromCode, isReadable } from "./decoders.ts";

/**
 * Codes of characters in a row, one after the other, whatever is written before each of them and between them: `69 67 6e`,
 * `0x69, 0x67`, `x69 x67`, `U+0069`, `\x69,\x67`, `105-103-110`, `0151 0147`, `01101001`, one on each line, as a dump shows them.
 */

const REACH_BACK = 1024;
const REACH_ON = 8192;
const CODES_MIN = 10;

/** What codes are written with, and what stands between them. */
const PART: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  /[0-9a-fA-FxXuUohH+\\%&#;{}\s,:\-_./|"'[\]]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

const CODE = /(?:0[xXbBoO]|\\{1,2}[xuU]?\{?|[uU]\+|%u?|&#[xX]?|[xXuU])?([0-9a-fA-F]+)[hH]?[};]{0,2}/g;

interface Code {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** What is written before the digits, and between this code and the one before. */
  readonly mark: string;
  readonly gap: string;
}

/** The codes around a place, read as the text that they are. */
export function readCodes(text: string, at: number): Candidate {
  let start = at;
  while (start > 0 && at - start < REACH_BACK && isPart(text.charCodeAt(start - 1))) start--;
  let end = at;
  while (end < text.length && end - at < REACH_ON && isPart(text.charCodeAt(end))) end++;
  const nothing = { start, end, reading: "" };
  if (end - start < 2 * CODES_MIN) return nothing;
  let row: Code[] = [];
  for (const code of codesIn(text.slice(start, end), start)) {
    if (row.length > 0 && !goesOn(row, code)) {
      const read = readRow(row);
      if (read !== undefined) return read;
      // What stood before the first of them may have been taken for one.
      const last = row.slice(-1);
      row = row.length > 1 && goesOn(last, code) ? last : [];
    }
    row.push(code);
  }
  return readRow(row) ?? nothing;
}

function isPart(unit: number): boolean {
  return unit < 0x80 && PART[unit] === 1;
}

function* codesIn(stretch: string, from: number): Generator<Code> {
  let last = 0;
  for (const { index, 0: whole, 1: digits = "" } of stretch.matchAll(CODE)) {
    const mark = whole.slice(0, whole.indexOf(digits));
    const end = index + whole.length;
    yield { start: from + index, end: from + end, digits, mark, gap: stretch.slice(last, index) };
    last = end;
  }
}

/** Whether a code is of the row: marked and parted as the second is, but for the ends of lines. */
function goesOn(row: readonly Code[], { digits, mark, gap }: Code): boolean {
  const first = row[0] as Code;
  if (mark !== first.mark || !isAlike(first.digits, digits)) return false;
  if (gap === "" && mark === "") return false;
  const second = row[1];
  return second === undefined || gap === second.gap || gap.trim() === second.gap.trim();
}

/** Of two to four digits each, or both of one length. */
function isAlike(one: string, other: string): boolean {
  return one.length === other.length || (one.length >= 2 && one.length <= 4 && other.length >= 2 && other.length <= 4);
}

function readRow(row: readonly Code[]): Candidate | undefined {
  const [first] = row;
  const last = row.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const digits = row.map((code) => code.digits);
  for (const reading of readings(digits, first.mark))
    if (reading !== undefined && isText(reading)) return { start: first.start, end: last.end, reading };
  return undefined;
}

function* readings(codes: readonly string[], mark: string): Generator<string | undefined> {
  const size = codes[0]?.length ?? 0;
  const isEven = codes.every((code, at) => code.length === size || at === codes.length - 1);
  if (isEven && (size === 7 || size === 8) && codes.every((code) => /^[01]+$/.test(code))) {
    yield inBase(codes, 2);
    return;
  }
  // Several bytes together.
  if (isEven && size >= 4 && size % 2 === 0 && codes.length * size >= 4 * CODES_MIN) {
    const joined = codes.join("");
    yield joined.length % 2 === 0 ? fromBytes(Buffer.from(joined, "hex")) : undefined;
  }
  if (codes.length < CODES_MIN) return;
  if (isEven && (size === 2 || size === 4)) yield inBase(codes, 16);
  if (/[xXuU%]/.test(mark) || codes.some((code) => /[a-fA-F]/.test(code))) return;
  yield inBase(codes, 10);
  yield codes.some((code) => /[89]/.test(code)) ? undefined : inBase(codes, 8);
}

function inBase(codes: readonly string[], base: number): string | undefined {
  let text = "";
  for (const code of codes) {
    const number = Number.parseInt(code, base);
    if (number > 126 || (number < 32 && number !== 9 && number !== 10 && number !== 13)) return undefined;
    text += fromCode(number);
  }
  return text;
}

const LETTERS_SHARE = 0.7;

/** Words: numbers that happen to be codes of signs and digits are none. */
function isText(reading: string): boolean {
  const letters = reading.match(/[A-Za-z ]/g)?.length ?? 0;
  return isReadable(reading) && letters > reading.length * LETTERS_SHARE;
}

/** A line of a dump: where it stands in the data, the bytes, and mostly what they would show. */
const DUMP_LINE =
  /(?:^|[ \t])(?:0x)?([0-9a-fA-F]{4,16}):?[ \t]+((?:(?:[0-9a-fA-F]{4}|[0-9a-fA-F]{2}|[01][0-7]{2})[ \t]{1,3}){2,32}(?:[01][0-7]{2}|[0-9a-fA-F]{2}){0,2})/;
const LINE_MAX = 240;
const DUMP_LINES_MAX = 64;

/** The lines of a dump from the one on that a place is in. */
export function readDump(text: string, at: number): Candidate | undefined {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const codes: string[] = [];
  let end = start;
  for (let lines = 0; end < text.length && lines < DUMP_LINES_MAX; lines++) {
    const found = DUMP_LINE.exec(text.slice(end, end + LINE_MAX).split("\n", 1)[0] ?? "")?.[2];
    if (found === undefined) break;
    codes.push(...found.trim().split(/[ \t]+/));
    const line = text.indexOf("\n", end);
    end = line < 0 ? text.length : line + 1;
  }
  if (codes.length < CODES_MIN / 2) return undefined;
  const reading = codes.every((code) => /^[01][0-7]{2}$/.test(code))
    ? inBase(codes, 8)
    : fromBytes(Buffer.from(codes.join(""), "hex"));
  return reading !== undefined && isText(reading) ? { start, end, reading } : undefined;
}
