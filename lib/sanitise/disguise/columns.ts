import type { Candidate } from "./candidate.ts";

/**
 * A sentence that goes down a column: a word in each row of a table, beside its number or alone, or in each item of a list or line of a
 * quotation. Most of them are names; what is read down says whether they are.
 */
const ROW = /\|[ \t]*(?:\d{1,4}[.)]?[ \t]*\|[ \t]*)?([A-Za-z'’]{1,24}[.,;:!?]?)[ \t]*(?:\|[ \t]*)?(?:\r?\n|$)/y;
const ROWS_MIN = 5;
const ROWS_MAX = 200;

/** From the start of a line. */
const ITEMS =
  /(?:(?<=^|\n)[ \t]{0,8}(?:[-*+>]|\d{1,3}[.)])[ \t]{1,4}[A-Za-z'\u2019]{1,24}[.,;:!?]?[ \t]{0,4}(?:\r?\n|$)){5,200}/y;
const MARK = /^[ \t]*(?:[-*+>]|\d{1,3}[.)])[ \t]+/gm;

/** Calls `take` with each column that may be a sentence. */
export function eachColumn(text: string, take: (candidate: Candidate) => void): void {
  eachItems(text, take);
  for (let at = text.indexOf("|"); at >= 0; ) {
    ROW.lastIndex = at;
    const words: string[] = [];
    let end = at;
    for (let row = ROW.exec(text); row !== null && words.length < ROWS_MAX; row = ROW.exec(text)) {
      words.push(row[1] ?? "");
      end = ROW.lastIndex;
      if (end >= text.length) break;
    }
    if (words.length >= ROWS_MIN) take({ start: at, end, reading: words.join(" ") });
    // The next row, or the next table.
    const line = text.indexOf("\n", Math.max(end, at + 1));
    at = end > at ? text.indexOf("|", end) : line < 0 ? -1 : text.indexOf("|", line);
  }
}

/** Looks where a line begins as an item does: most do not, and those are passed over at one look. */
function eachItems(text: string, take: (candidate: Candidate) => void): void {
  for (let line = 0; line < text.length; ) {
    if (mayBeItem(text, line)) {
      ITEMS.lastIndex = line;
      const items = ITEMS.exec(text)?.[0];
      if (items !== undefined) {
        take({ start: line, end: line + items.length, reading: items.replace(MARK, "").replace(/\s+/g, " ") });
        line += items.length;
        continue;
      }
    }
    const feed = text.indexOf("\n", line);
    if (feed < 0) return;
    line = feed + 1;
  }
}

const INDENT_MAX = 8;
const SPACE = 32;
const TAB = 9;

function mayBeItem(text: string, line: number): boolean {
  let at = line;
  while (at < line + INDENT_MAX && (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB)) at++;
  const unit = text.charCodeAt(at);
  return unit < 128 && BEGINS[unit] === 1;
}

const BEGINS = new Uint8Array(128);
for (const sign of "-*+>0123456789") BEGINS[sign.charCodeAt(0)] = 1;
