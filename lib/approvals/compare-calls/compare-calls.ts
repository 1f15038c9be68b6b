import type { TreeRow } from "#lib/registry/drift/diff-types.ts";
import { listRows } from "#lib/registry/drift/tree-rows.ts";
import type { CallDiff, CallDiffRow, DiffPart } from "./call-diff.ts";
import { diffCharacters } from "./diff-characters.ts";

const ROWS_MAX = 200;
const SAME_ROWS_MAX = 40;
/** Of equal text enough to find one's way; of what differs nearly all. */
const EQUAL_SHOWN = 160;
const CHANGED_SHOWN = 4000;

/** What is other than before first, then what is the same. Undefined where either is no JSON. */
export function compareCalls(before: string, after: string): CallDiff | undefined {
  const [old, current] = [parse(before), parse(after)];
  if (old === undefined || current === undefined) return undefined;
  // That one of them has no arguments at all is told by the arguments of the other.
  const rows = listRows(old, current).filter(({ pointer, kind }) => pointer !== "" || kind === "changed");
  const differing = rows.filter(({ kind }) => kind !== "unchanged");
  const same = rows.filter(({ kind }) => kind === "unchanged");
  return {
    rows: [...differing.slice(0, ROWS_MAX), ...same.slice(0, SAME_ROWS_MAX)].map(toRow),
    same: same.length,
    leftOut: Math.max(0, differing.length - ROWS_MAX),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toRow({ pointer, kind, before, after }: TreeRow): CallDiffRow {
  switch (kind) {
    case "unchanged":
      return { pointer, kind: "same", parts: [shorten("equal", textOf(after), EQUAL_SHOWN)] };
    case "added":
      return { pointer, kind, parts: [shorten("insert", textOf(after), CHANGED_SHOWN)] };
    case "removed":
      return { pointer, kind, parts: [shorten("delete", textOf(before), CHANGED_SHOWN)] };
    case "changed":
      return { pointer, kind, parts: changedParts(before, after) };
  }
}

function changedParts(before: unknown, after: unknown): DiffPart[] {
  const [old, current] = [textOf(before), textOf(after)];
  // "1" and 1 are no letters apart: they are two values.
  const segments =
    typeof before === "string" && typeof after === "string"
      ? diffCharacters(old, current)
      : ([
          { op: "delete", text: old },
          { op: "insert", text: current },
        ] as const);
  return segments.map(({ op, text }) => shorten(op, text, op === "equal" ? EQUAL_SHOWN : CHANGED_SHOWN));
}

/** A string in quotation marks, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : (JSON.stringify(value) ?? "");
}

function shorten(op: DiffPart["op"], text: string, most: number): DiffPart {
  if (text.length <= most) return { op, text };
  const head = text.slice(0, toBoundary(text, most / 2));
  const tail = text.slice(toBoundary(text, text.length - most / 2));
  return { op, text: `${head}\n…\n${tail}`, hidden: text.length - head.length - tail.length };
}

/** Never between the halves of one character. */
function toBoundary(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
