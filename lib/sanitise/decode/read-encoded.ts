import type { Candidate } from "../disguise/candidate.ts";
import { segment } from "../disguise/segment.ts";
import { isLetterOrDigit } from "../disguise/spaced.ts";
import { reversed } from "../disguise/turned.ts";
import {
  fromBase32,
  fromBase64,
  fromBinary,
  fromBytes,
  fromEntities,
  fromEscapes,
  fromPercent,
  fromQuotedPrintable,
  isReadable,
} from "./decoders.ts";

/** What stands around a mark of an encoding, decoded; undefined where nothing readable comes out. */

const REACH = 4096;

/** Around `at`, up to where the line or the string ends; each reading is bounded. */
function around(text: string, at: number, isEnd: (code: number) => boolean): { start: number; end: number } {
  let start = at;
  while (start > 0 && at - start < REACH && !isEnd(text.charCodeAt(start - 1))) start--;
  let end = at;
  while (end < text.length && end - at < REACH && !isEnd(text.charCodeAt(end))) end++;
  return { start, end };
}

const isLineEnd = (code: number): boolean => code === 10 || code === 34;
const isSpace = (code: number): boolean => code <= 32 || code === 34;
const isNoBit = (code: number): boolean => code !== 48 && code !== 49 && code !== 32;

export function readPercent(text: string, at: number): Candidate | undefined {
  return decoded(text, around(text, at, isSpace), (run) => fromPercent(run.replace(/%(?![0-9A-Fa-f]{2})/g, "%25")));
}

export function readEntities(text: string, at: number): Candidate | undefined {
  return decoded(text, around(text, at, isLineEnd), fromEntities);
}

export function readEscapes(text: string, at: number): Candidate | undefined {
  return decoded(text, around(text, at, isLineEnd), (line) => fromEscapes(line.replace(/\\[nrt]/g, " ")));
}

export function readBinary(text: string, at: number): Candidate | undefined {
  return decoded(text, around(text, at, isNoBit), fromBinary);
}

/** Goes on over lines that end with an equals sign. */
export function readQuotedPrintable(text: string, at: number): Candidate | undefined {
  const { start, end } = around(text, at, isLineEnd);
  let last = end;
  while (
    last < text.length &&
    last - start < REACH &&
    text.charCodeAt(last - 1) === 61 &&
    text.charCodeAt(last) === 10
  ) {
    last++;
    while (last < text.length && last - start < REACH && !isLineEnd(text.charCodeAt(last))) last++;
  }
  return decoded(text, { start, end: last }, fromQuotedPrintable);
}

/** Codes of characters in a row: two hexadecimal digits each, or with `0x` or `U+` before them, or decimal. */
const HEX_CODES = /^(?:(?:0x|[uU]\+(?:00)?)?[0-9a-fA-F]{2}(?:[ ,:;]+|$))+$/;
const DECIMAL_CODES = /^(?:\d{2,3}(?:[ ,;]+|$))+$/;
const CODES_MIN = 10;
const isNoCode = (code: number): boolean =>
  !(isLetterOrDigit(code) || code === 32 || code === 44 || code === 43 || code === 58 || code === 59);

export function readBytes(text: string, at: number): Candidate | undefined {
  const { start, end } = around(text, at, isNoCode);
  const found =
    /(?:(?:0x|[uU]\+(?:00)?)?[0-9a-fA-F]{2}|\d{3})(?:[ ,:;]+(?:(?:0x|[uU]\+(?:00)?)?[0-9a-fA-F]{2}|\d{3})(?![0-9a-zA-Z]))+/.exec(
      text.slice(start, end),
    );
  if (found === null) return undefined;
  const run = found[0];
  const from = start + found.index;
  const codes = run.split(/[ ,:;]+/);
  if (codes.length < CODES_MIN) return undefined;
  const isDecimal =
    DECIMAL_CODES.test(run) && !/(?:^|[ ,;])[0-9]{2}[ ,;]+20[ ,;]/.test(run) && codes.some((code) => code.length === 3);
  if (!isDecimal && !HEX_CODES.test(run)) return undefined;
  const numbers = codes.map((code) => Number.parseInt(code.replace(/^(?:0x|[uU]\+)/, ""), isDecimal ? 10 : 16));
  if (numbers.some((number) => number > 126 || (number < 32 && number !== 10 && number !== 13 && number !== 9)))
    return undefined;
  return { start: from, end: from + run.length, reading: String.fromCharCode(...numbers) };
}

const HEX = /^(?:[0-9a-fA-F]{2})+$/;
const WORDS = /^(?:[a-z]+|[A-Z]+|[a-z]*(?:[a-z][0134578]|[0134578][a-z])[a-z0134578]*)$/;

/** Words with capitals for spaces: names in source are shorter. */
const CAMEL = /^(?:[A-Z]?[a-z]+|[A-Z]+(?=[A-Z]))(?:[A-Z][a-z]*){3,}$/;
const BASE32 = /^[A-Z2-7]{24,}$/;

/** A run of base64, of hexadecimal, or of words without spaces between them. */
export function readRun(text: string, start: number, end: number): Candidate | undefined {
  const run = text.slice(start, end).replace(/\s+|=+$/g, "");
  if (WORDS.test(run) && !HEX.test(run)) return { start, end, reading: segment(run) };
  const hex = HEX.test(run) ? fromBytes(Buffer.from(run, "hex")) : undefined;
  if (CAMEL.test(run))
    return { start, end, reading: run.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ") };
  const isTurned = text.charCodeAt(start - 1) === 61;
  const reading =
    (hex !== undefined && isReadable(hex) ? hex : undefined) ??
    (BASE32.test(run) ? fromBase32(run) : undefined) ??
    fromBase64(isTurned ? reversed(run) : run);
  return reading !== undefined && isReadable(reading) ? { start, end, reading } : undefined;
}

function decoded(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  decode: (stretch: string) => string | undefined,
): Candidate | undefined {
  const stretch = text.slice(start, end);
  const reading = decode(stretch);
  return reading === undefined || reading === stretch ? undefined : { start, end, reading };
}
