/** Two, as the document is written out. */
const STEP = "  ";

/** A replacement of a part of a text, and what is selected after it. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: readonly [start: number, end: number];
}

/** What Tab does: a caret moves to the next step, a selection of lines moves in whole. */
export function indent(text: string, start: number, end: number): Edit {
  if (!text.slice(start, end).includes("\n")) {
    const column = start - lineStart(text, start);
    const insert = STEP.slice(column % STEP.length);
    return { from: start, to: end, insert, select: [start + insert.length, start + insert.length] };
  }
  return ofLines(text, start, end, (line) => (line === "" ? line : STEP + line));
}

/** What Shift+Tab does: every line touched moves out by a step, as far as it can. */
export function outdent(text: string, start: number, end: number): Edit {
  return ofLines(text, start, end, (line) => line.replace(/^ {1,2}/, ""));
}

/** What Enter does: the new line begins where the old one did, and a step further in after a key that has no value yet. */
export function breakLine(text: string, start: number, end: number): Edit {
  const before = text.slice(lineStart(text, start), start);
  const indentation = /^ */.exec(before)?.[0] ?? "";
  const opens = /(^|[\w"'}\]]):$/.test(before.trimEnd()) && !before.trimStart().startsWith("#");
  const insert = `\n${indentation}${opens ? STEP : ""}`;
  return { from: start, to: end, insert, select: [start + insert.length, start + insert.length] };
}

/** Where a line begins and ends in the text; numbered from 1, as errors are. */
export function lineRange(text: string, line: number): readonly [start: number, end: number] {
  let start = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return [start, end < 0 ? text.length : end];
}

function ofLines(text: string, start: number, end: number, change: (line: string) => string): Edit {
  const from = lineStart(text, start);
  // A selection that ends before the first letter of a line does not touch that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const newline = text.indexOf("\n", last);
  const to = newline < 0 ? text.length : newline;
  const lines = text.slice(from, to).split("\n");
  const insert = lines.map(change).join("\n");
  const first = change(lines[0] ?? "").length - (lines[0] ?? "").length;
  const moved = insert.length - (to - from);
  return { from, to, insert, select: [Math.max(from, start + first), Math.max(from, end + moved)] };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}
