import type { ToolContract } from "#lib/registry/contract.ts";
import { isSameJson } from "#lib/registry/same-json.ts";
import type { DiffKind, PartDiff } from "./diff-types.ts";
import { keysOfBoth, memberOf } from "./draft.ts";
import { listRows } from "./tree-rows.ts";
import { diffTexts } from "./word-diff.ts";

/** A tree this short is shown whole, so that a change is seen in its place. */
const WHOLE_MAX = 400;
const CHANGED_MAX = 4000;

/** What a reader looks for first; the rest follows by name. */
const FIRST = ["name", "title", "description", "summary", "inputSchema", "outputSchema", "policy", "annotations"];

/** Two contracts beside each other, part by part, equal parts among them. Without `before` everything is new. */
export function diffParts(before: ToolContract | undefined, after: ToolContract): PartDiff[] {
  const [old, current]: Record<string, unknown>[] = [before ?? {}, after];
  return keysOfBoth(old ?? {}, current ?? {})
    .toSorted((left, right) => placeOf(left) - placeOf(right))
    .map((part) => diffPart(part, memberOf(old ?? {}, part), memberOf(current ?? {}, part)));
}

function placeOf(part: string): number {
  const place = FIRST.indexOf(part);
  return place === -1 ? FIRST.length : place;
}

function diffPart(part: string, before: unknown, after: unknown): PartDiff {
  const kind = kindOf(before, after);
  if (typeof (before ?? "") === "string" && typeof (after ?? "") === "string") {
    return { part, kind, segments: diffTexts(String(before ?? ""), String(after ?? "")) };
  }
  const rows = listRows(before, after);
  const changed = rows.filter((row) => row.kind !== "unchanged");
  if (rows.length <= WHOLE_MAX) return { part, kind, rows };
  const changedLeftOut = Math.max(0, changed.length - CHANGED_MAX);
  return {
    part,
    kind,
    rows: changed.slice(0, CHANGED_MAX),
    unchangedLeftOut: rows.length - changed.length,
    ...(changedLeftOut > 0 ? { changedLeftOut } : {}),
  };
}

function kindOf(before: unknown, after: unknown): DiffKind {
  if (before === undefined) return "added";
  if (after === undefined) return "removed";
  return isSameJson(before, after) ? "unchanged" : "changed";
}
