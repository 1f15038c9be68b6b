import type { Candidate } from "../disguise/candidate.ts";
import { segment } from "../disguise/segment.ts";
import { reversed } from "../disguise/turned.ts";
import {
  asShown,
  fromBase32,
  fromBase64,
  fromBinary,
  fromBytes,
  fromCharCodes,
  fromEntities,
  fromEscapes,
  fromPercent,
  fromQuotedPrintable,
  fromStyleEscapes,
  isEncodedAgain,
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

/** In a query a plus sign is a space; what was encoded twice has a percent sign for each of its own. */
export function readPercent(text: string, at: number): Candidate | undefined {
  return decoded(text, around(text, at, isSpace), (run) =>
    fromPercent(
      run
        .replaceAll("+", " ")
        .replace(/%u00(?=[0-9A-Fa-f]{2})/gi, "%")
        .replace(/%(?:25)+(?=[0-9A-Fa-f]{2})/g, "%")
        .replace(/%(?![0-9A-Fa-f]{2})/g, "%25"),
    ),
  );
}

export function readEntities(text: string, at: number): Candidate | undefined {
  return decoded(text, around(text, at, isLineEnd), (line) => asShown(fromEntities(line)));
}

export function readEscapes(text: string, at: number): Candidate | undefined {
  return decoded(text, around(text, at, isLineEnd), (line) =>
    asShown(fromEscapes(line.replace(/\\[nrt]/g, " ").replace(ESCAPE_NAMED, "\x1b["))),
  );
}

/** As shells and `cat -v` write the escape character, or its picture. */
const ESCAPE_NAMED = /(?:\\e|\^\[|\u241b)\[/g;

export function readStyleEscapes(text: string, at: number): Candidate | undefined {
  return decoded(text, around(text, at, isLineEnd), fromStyleEscapes);
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

const CHAR_CODES =
  /(?:chr|char|fromCharCode)\W?\(?\d{2,3}\)?(?:\W{1,4}(?:(?:chr|char|fromCharCode)\W?\(?)?\d{2,3}\)?){9,1000}/i;

/** Characters added up by their codes. */
export function readCharCodes(text: string, at: number): Candidate | undefined {
  const { start, end } = around(text, at, isLineEnd);
  const found = CHAR_CODES.exec(text.slice(start, end));
  if (found === null) return undefined;
  const from = start + found.index;
  return { start: from, end: from + found[0].length, reading: fromCharCodes(found[0]) };
}

const HEX = /^(?:[0-9a-fA-F]{2})+$/;
const BITS = /^(?:[01]{8}){8,}$/;
const WORDS = /^(?:[a-z]+|[A-Z]+|[a-z]*(?:[a-z][0134578]|[0134578][a-z])[a-z0134578]*)$/;

/** Words with capitals for spaces: names in source are shorter. */
const CAMEL = /^(?:[A-Z]?[a-z]+|[A-Z]+(?=[A-Z]))(?:[A-Z][a-z]*){3,}$/;
const BASE32 = /^(?:[A-Z2-7]{24,}|[a-z2-7]{24,})$/;

/** A run of base64, of hexadecimal, or of words without spaces between them. */
export function readRun(text: string, start: number, end: number): Candidate | undefined {
  const whole = readOneRun(text, start, end);
  if (whole !== undefined) return whole;
  // Words on the next line look like more of it.
  const line = text.slice(start, end).search(/\s/);
  return line < 0 ? undefined : readOneRun(text, start, start + line);
}

/** What is written around digits to say that they are some, and around base64 in UTF-7. */
const AROUND_RUN = /^0[xX](?=[0-9a-fA-F]+$)|^\+(?=A)|-$/g;

function readOneRun(text: string, start: number, end: number): Candidate | undefined {
  const run = text
    .slice(start, end)
    .replace(/\s+|=+$/g, "")
    .replace(AROUND_RUN, "");
  const isWords = WORDS.test(run) && !HEX.test(run);
  const thirtyTwo = isWords && BASE32.test(run) && /\d/.test(run) ? fromBase32(run.toUpperCase()) : undefined;
  if (thirtyTwo !== undefined) return { start, end, reading: thirtyTwo };
  if (isWords) return { start, end, reading: segment(run) };
  if (BITS.test(run)) {
    const bits = fromBinary(run);
    return bits !== undefined && isReadable(bits) ? { start, end, reading: bits } : undefined;
  }
  const isHex = HEX.test(run);
  const hex = isHex ? fromBytes(Buffer.from(run, "hex")) : undefined;
  if (CAMEL.test(run))
    return { start, end, reading: run.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ") };
  const reading =
    (hex !== undefined && isReadable(hex) ? hex : undefined) ??
    (BASE32.test(run) ? fromBase32(run.toUpperCase()) : undefined) ??
    readable(fromBase64(run)) ??
    (!isHex ? fromInside(run) : undefined) ??
    (!isHex ? fromTurned(run, text.charCodeAt(start - 1) === EQUALS) : undefined);
  return reading === undefined ? undefined : { start, end, reading };
}

/** So many letters of base64 that say nothing but writing are no chance. */
const INSIDE_LOOK = 16;

/** Base64 with letters before it that are none of it: in one of the four ways to count its fours the middle of a run is writing. */
function fromInside(run: string): string | undefined {
  if (run.length < 2 * INSIDE_LOOK) return undefined;
  const middle = (run.length >> 1) & ~3;
  for (let shift = 0; shift < 4; shift++) {
    let start = middle - 4 + shift;
    if (!isWriting(run, start, start + INSIDE_LOOK)) continue;
    while (start >= 4 && isWriting(run, start - 4, start)) start -= 4;
    let end = middle - 4 + shift + INSIDE_LOOK;
    while (end + 4 <= run.length && isWriting(run, end, end + 4)) end += 4;
    // What is no whole four at the end of all is a part of it.
    if (run.length - end < 4) end = run.length;
    return readable(fromBase64(run.slice(start, end)));
  }
  return undefined;
}

/** Whether a whole number of fours stands for nothing but characters that a keyboard has. */
function isWriting(run: string, start: number, end: number): boolean {
  const bytes = Buffer.from(run.slice(start, end), "base64");
  for (let at = 0; at < bytes.length; at++) if (!isTyped(bytes[at] as number)) return false;
  return bytes.length > 0;
}

function isTyped(byte: number): boolean {
  return (byte >= 32 && byte <= 126) || byte === 9 || byte === 10 || byte === 13;
}

function readable(reading: string | undefined): string | undefined {
  return reading !== undefined && (isReadable(reading) || isEncodedAgain(reading)) ? reading : undefined;
}

const EQUALS = 61;
/** So much of the end of a run, a whole number of fours, tells whether it is one backwards. */
const TURNED_LOOK = 8;

function fromTurned(run: string, isPadded: boolean): string | undefined {
  return isPadded || endsBackwards(run) ? readable(fromBase64(reversed(run))) : undefined;
}

function endsBackwards(run: string): boolean {
  let beginning = "";
  for (let at = run.length - 1; at >= 0 && beginning.length < TURNED_LOOK; at--) beginning += run.charAt(at);
  const bytes = Buffer.from(beginning, "base64");
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) < 32 || (bytes[at] ?? 0) > 126) return false;
  return true;
}

const CHUNKS_MIN = 3;
const CHUNKS_MAX = 512;

/** A run that was cut into pieces of one size, with the same between each and the next: wrapped, quoted, added up. */
export function readChunks(text: string, start: number, size: number, gap: string): Candidate {
  let first = start;
  while (first >= size + gap.length && start - first < REACH && isPiece(text, first - size - gap.length, size, gap))
    first -= size + gap.length;
  let run = "";
  let end = first;
  let chunks = 0;
  for (let next = first; chunks < CHUNKS_MAX; next = end + gap.length) {
    const piece = /^[A-Za-z0-9+/_-]+={0,6}/.exec(text.slice(next, next + size + 1))?.[0] ?? "";
    if (piece === "" || piece.length > size) break;
    run += piece;
    end = next + piece.length;
    chunks += 1;
    if (piece.length < size || !text.startsWith(gap, end)) break;
  }
  // Words of one length, one below the other, are a list.
  const found = chunks < CHUNKS_MIN || /^(?:[a-z]+|[A-Z]+)$/.test(run) ? undefined : readOneRun(run, 0, run.length);
  return { start: first, end, reading: found?.reading ?? "" };
}

const PIECE = /^[A-Za-z0-9+/_-]+$/;

function isPiece(text: string, at: number, size: number, gap: string): boolean {
  return PIECE.test(text.slice(at, at + size)) && text.startsWith(gap, at + size);
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
