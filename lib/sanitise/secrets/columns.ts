import { isSecretValue } from "./assignment.ts";
import { isTyped } from "./made-up.ts";
import { type NameStrength, strengthOfName } from "./names.ts";
import type { Match } from "./token.ts";

/**
 * A name at the head of a column promises something about every cell below it: `| user | password |`, `id,name,password`, what a
 * database or a cluster prints, an INSERT with its columns. A head is read once, and so is each row below it.
 */

const LINE_MAX = 2048;
const ROWS_MAX = 2000;
const CELLS_MAX = 64;
const NAME_MAX = 40;
/** A line between the head and the rows: `|---|:--:|`, `+----+`, `---- ----`, of boxes. */
const RULE = /^[\s|+:=\-\u2500-\u257f]*$/;
const DASHES = /[-=\u2500-\u257f]{2}/;

function isRule(line: string): boolean {
  return RULE.test(line) && DASHES.test(line);
}

interface Cell {
  readonly start: number;
  readonly text: string;
}

/** Finds the columns of one text; remembers how far it has read, so that no row is read for two heads. */
export class Columns {
  readonly #text: string;
  #readTo = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** With a word such as `password` at `[start, end)`. */
  below(start: number, end: number): readonly Match[] {
    const text = this.#text;
    if (start < this.#readTo || !endsCell(text, end)) return [];
    const headStart = text.lastIndexOf("\n", start - 1) + 1;
    const headEnd = lineEnd(text, end);
    this.#readTo = headEnd;
    if (headEnd - headStart > LINE_MAX || start - headStart > LINE_MAX) return [];
    return this.#insert(headStart, headEnd, start) ?? this.#table(headStart, headEnd);
  }

  #table(headStart: number, headEnd: number): readonly Match[] {
    const text = this.#text;
    const head = text.slice(headStart, headEnd);
    const separator = separatorOf(
      head,
      text.slice(headEnd + 1, Math.min(lineEnd(text, headEnd + 1), headEnd + LINE_MAX)),
    );
    if (separator === undefined) return [];
    const heads = cellsOf(head, headStart, separator);
    const promises = heads.map(({ text: name }) => promiseOf(name));
    if (heads.length < 2 && !separator.startsWith("|")) return [];
    if (promises.every((promise) => promise === undefined)) return [];
    const found: Match[] = [];
    let at = headEnd + 1;
    for (let rows = 0; rows < ROWS_MAX && at < text.length; rows++) {
      const end = lineEnd(text, at);
      const line = text.slice(at, Math.min(end, at + LINE_MAX));
      if (!isRule(line)) {
        const cells = cellsOf(line, at, separator);
        if (cells.length !== heads.length) break;
        for (const [index, cell] of cells.entries()) {
          const promise = promises[index];
          if (promise !== undefined && isKept(cell.text, promise))
            found.push({ start: cell.start, end: cell.start + cell.text.length, kind: promise });
        }
      }
      at = end + 1;
    }
    this.#readTo = Math.max(this.#readTo, at - 1);
    return found;
  }

  /** `INSERT INTO users (name, password) VALUES ('kim', '…')`. */
  #insert(headStart: number, headEnd: number, start: number): readonly Match[] | undefined {
    const text = this.#text;
    const open = headStart + text.slice(headStart, start).lastIndexOf("(");
    if (open < headStart || !/\binto\s[^()]{1,80}$/i.test(text.slice(Math.max(headStart, open - 100), open)))
      return undefined;
    const close = start + text.slice(start, headEnd).indexOf(")");
    if (close < start) return undefined;
    const promises = text
      .slice(open + 1, close)
      .split(",")
      .map((name) => promiseOf(name.trim()));
    const found: Match[] = [];
    VALUES.lastIndex = close + 1;
    let at = VALUES.test(text) ? VALUES.lastIndex : -1;
    for (let rows = 0; rows < ROWS_MAX && at >= 0; rows++) {
      for (const promise of promises) {
        LITERAL.lastIndex = at;
        const literal = LITERAL.exec(text);
        if (literal === null) return found;
        const value = literal[1];
        if (value !== undefined && promise !== undefined && isKept(value, promise)) {
          const from = at + literal[0].indexOf(value);
          found.push({ start: from, end: from + value.length, kind: promise });
        }
        at += literal[0].length;
      }
      this.#readTo = Math.max(this.#readTo, at);
      NEXT_ROW.lastIndex = at;
      at = NEXT_ROW.test(text) ? NEXT_ROW.lastIndex : -1;
    }
    return found;
  }
}

const IN_NAME = /[\p{L}\w"'`*.-]/u;
const BEHIND_CELL = /[\s|\u2502\u2503\u2551,;)]/;
/** Of each unit of ASCII whether it may go on a name, may stand behind its cell, or both. */
const PARTS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return Number(IN_NAME.test(character)) | (Number(BEHIND_CELL.test(character)) << 1);
});

function partOf(unit: number): number {
  if (unit < 128) return PARTS[unit] as number;
  return unit === 0x2502 || unit === 0x2503 || unit === 0x2551 ? 2 : 1;
}

/** Whether a cell may end behind the word that ends there: a head of a column is no part of a sentence or of an assignment. */
function endsCell(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && at < end + NAME_MAX && partOf(text.charCodeAt(at)) === 1) at++;
  if (text.charCodeAt(at) === 0x20) at++;
  return at >= text.length || partOf(text.charCodeAt(at)) === 2;
}

const VALUES = /\s{0,8}values\s{0,8}\(/iy;
const LITERAL = /\s{0,8}(?:N?'([^'\n]{0,512})'|[^,()'\n]{0,128})\s{0,8}[,)]/y;
const NEXT_ROW = /\s{0,8},\s{0,8}\(/y;

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** What parts the cells of a table with this head: a bar, a tabulator, a comma, a semicolon, or spaces over a line of dashes. */
function separatorOf(head: string, next: string): string | undefined {
  if (head.startsWith("||")) return "||";
  if (/[|\u2502\u2503\u2551]/.test(head))
    return /^\s*[|\u2502\u2503\u2551]/.test(head) || isRule(next) ? "|" : undefined;
  if (/^\S[^\n]*\t/.test(head)) return "\t";
  if (/^["\p{L}\d_](?:[\p{L}\w"' .-]{0,39},["\p{L}\d_]){1,64}[\p{L}\w"' .-]{0,39}\r?$/u.test(head)) return ",";
  if (/^["\p{L}\d_](?:[\p{L}\w"' .-]{0,39};["\p{L}\d_]){1,64}[\p{L}\w"' .-]{0,39}\r?$/u.test(head)) return ";";
  // What a cluster's client prints has capitals for its head.
  if (isRule(next) || /^[A-Z][A-Z0-9_ -]{4,}\r?$/.test(head)) return " ";
  return undefined;
}

const CELL: Readonly<Record<string, RegExp>> = {
  "|": /[|\u2502\u2503\u2551]/g,
  "||": /\|{1,2}/g,
  "\t": /\t/g,
  " ": / {2,}| (?=\S+$)/g,
  ",": /,/g,
  ";": /;/g,
};

/** A comma between quotes parts nothing. */
function partsOf(line: string, separator: string): readonly string[] {
  const parts = line.split(CELL[separator] as RegExp);
  if (separator !== "," || !line.includes('"')) return parts;
  const joined: string[] = [];
  let open = "";
  for (const part of parts) {
    const isOdd = part.split('"').length % 2 === 0;
    if (open !== "") open += `,${part}`;
    else if (isOdd) open = part;
    else joined.push(part);
    if (open === "" || open === part || !isOdd) continue;
    joined.push(open);
    open = "";
  }
  return open === "" ? joined : [...joined, open];
}

/** What stands around the text of a cell. */
const AROUND = /[\s"'`*_]/;

/** The cells of a line without what is around their text; those at its ends that are empty are none. */
function cellsOf(line: string, lineStart: number, separator: string): readonly Cell[] {
  const cells: Cell[] = [];
  let from = 0;
  for (const part of partsOf(line, separator)) {
    if (cells.length >= CELLS_MAX) break;
    const at = separator === " " ? line.indexOf(part, from) : from;
    const lead = /^[\s"'`*_]*/.exec(part)?.[0].length ?? 0;
    let last = part.length;
    while (last > lead && AROUND.test(part.charAt(last - 1))) last--;
    const text = part.slice(lead, last);
    cells.push({ start: lineStart + at + lead, text });
    from = at + part.length + (separator === " " ? 0 : 1);
  }
  if (separator.startsWith("|") && cells[0]?.text === "") cells.shift();
  if (separator.startsWith("|") && cells.at(-1)?.text === "") cells.pop();
  return cells;
}

/** What a column's name promises; one that counts what passed does not. */
function promiseOf(name: string): NameStrength | undefined {
  if (name.length > NAME_MAX || /^pass$/i.test(name) || /[=:<>{}()$⟦⟧]/.test(name)) return undefined;
  return strengthOfName(name);
}

function isKept(text: string, promise: NameStrength): boolean {
  return isSecretValue(text, promise) && isTyped(text);
}
