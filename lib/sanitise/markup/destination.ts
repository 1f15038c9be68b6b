/** Link destinations and definitions, as any parser might read them. */
export interface Destination {
  readonly address: string;
  /** Where the address itself stands. */
  readonly start: number;
  readonly end: number;
  /** The title, quotes included; empty without one. */
  readonly title: string;
  /** Behind everything that belongs to it. */
  readonly stop: number;
  /** How far it was looked for the end of an angle bracket, which may be a long way for nothing. */
  readonly lookedTo: number;
}

const TAG_START = /<[a-z/!?]/i;
const DESTINATION_MAX = 8192;
const TITLE_MAX = 2048;
const TAB = 0x09;
const OPEN = 0x28;
const CLOSE = 0x29;
const LESS = 0x3c;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;

/** What stands in the parentheses whose opening one is at `open`; undefined when no parser could take it for a link's. */
export function readInline(text: string, open: number, limit: number): Destination | undefined {
  const start = skipSpace(text, open + 1, limit);
  const read = readAddressAt(text, start, Math.min(limit, start + DESTINATION_MAX));
  if (read === undefined) return undefined;
  const behind = skipSpace(text, read.end, limit);
  const title = behind > read.end ? readTitle(text, behind, limit) : "";
  if (title === undefined) return undefined;
  const close = skipSpace(text, behind + title.length, limit);
  if (close >= limit || text.charCodeAt(close) !== CLOSE) return undefined;
  return { ...read, title, stop: close + 1 };
}

/** What is defined behind a colon: an address and a title, or nothing that can be read yet: the line ends, or a tag that will go stands in it. */
export type Definition = Destination | "open";

/**
 * What is defined behind the colon that ends at `from`; undefined when the line goes on in a way that no definition does. Only the
 * line of the colon, which ends at `lineEnd`, is read: what follows on the next one is dead once the colon is.
 */
export function readDefinition(text: string, from: number, lineEnd: number): Definition | undefined {
  const limit = Math.min(lineEnd, from + DESTINATION_MAX);
  const start = skipBlank(text, from, limit);
  if (start >= limit || text.charCodeAt(start) === 0x0d) return "open";
  const read = readAddressAt(text, start, Math.min(limit, start + DESTINATION_MAX), true);
  if (read === undefined) return undefined;
  const behind = skipBlank(text, read.end, limit);
  const opensTitle = behind > read.end && /["'(]/.test(text.charAt(behind));
  const title = opensTitle ? (readTitle(text, behind, limit) ?? "") : "";
  // What stands in angle brackets is rewritten and may be another address then; a title may go on behind the line.
  const fits =
    behind >= limit ||
    text.charCodeAt(behind) === 0x0d ||
    opensTitle ||
    text.charCodeAt(start) === LESS ||
    // Some read an address on through a tab behind a backslash.
    (text.charCodeAt(read.end) === TAB && text.charCodeAt(read.end - 1) === BACKSLASH);
  if (fits) return { ...read, title, stop: title === "" ? read.end : behind + title.length };
  return TAG_START.test(read.address) ? "open" : undefined;
}

function readAddressAt(
  text: string,
  start: number,
  limit: number,
  anyParentheses = false,
): Pick<Destination, "address" | "start" | "end" | "lookedTo"> | undefined {
  let lookedTo = start;
  if (text.charCodeAt(start) === LESS) {
    let at = start + 1;
    while (at < limit && text.charCodeAt(at) !== GREATER && !isLineEnd(text.charCodeAt(at))) {
      at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    }
    if (at < limit && text.charCodeAt(at) === GREATER) {
      return { address: text.slice(start + 1, at), start, end: at + 1, lookedTo };
    }
    lookedTo = at;
  }
  let depth = 0;
  let at = start;
  for (; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20) break;
    if (unit === BACKSLASH && text.charCodeAt(at + 1) > 0x20) at++;
    else if (anyParentheses) continue;
    else if (unit === OPEN) depth += 1;
    else if (unit === CLOSE) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return depth === 0 ? { address: text.slice(start, at), start, end: at, lookedTo } : undefined;
}

/** Empty when no title starts here; undefined when one starts and does not end. */
function readTitle(text: string, at: number, limit: number): string | undefined {
  const open = text.charAt(at);
  if (open !== '"' && open !== "'" && open !== "(") return "";
  const close = open === "(" ? CLOSE : text.charCodeAt(at);
  const stop = Math.min(limit, at + TITLE_MAX);
  for (let i = at + 1; i < stop; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === close) return text.slice(at, i + 1);
  }
  return undefined;
}

function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}

function skipBlank(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at++;
  return at;
}

const SPACE_MAX = 512;

/** Past white space, line ends, and the marks of a quotation at the start of a line. */
function skipSpace(text: string, from: number, limit: number): number {
  const stop = Math.min(limit, from + SPACE_MAX);
  let at = from;
  let atLineStart = false;
  for (; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (isLineEnd(unit)) atLineStart = true;
    else if (unit === GREATER && atLineStart) continue;
    else if (unit !== 0x20 && unit !== 0x09) break;
  }
  return at;
}
