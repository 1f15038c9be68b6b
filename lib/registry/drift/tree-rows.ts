import { canonicalJson, escapePointer } from "#lib/registry/canonical-json.ts";
import { isSameJson } from "#lib/registry/same-json.ts";
import type { TreeRow } from "./diff-types.ts";
import { isRecord, keysOfBoth, memberOf } from "./draft.ts";
import { diffTexts } from "./word-diff.ts";

/** The leaves of two JSON values beside each other, in the order of the pointers' keys. Absent is undefined. */
export function listRows(before: unknown, after: unknown, pointer = ""): TreeRow[] {
  if (isRecord(before) && isRecord(after) && !isEmpty(before) && !isEmpty(after)) {
    return keysOfBoth(before, after).flatMap((key) =>
      listRows(memberOf(before, key), memberOf(after, key), `${pointer}/${escapePointer(key)}`),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && !isEmpty(before) && !isEmpty(after)) {
    return alignItems(before, after).flatMap(([old, current]) => {
      const index = current ?? old ?? 0;
      const [was, is] = [
        old === undefined ? undefined : before[old],
        current === undefined ? undefined : after[current],
      ];
      return listRows(was, is, `${pointer}/${index}`);
    });
  }
  if (isSameJson(before, after)) return [{ pointer, kind: "unchanged", before, after }];
  if (isLeaf(before) && isLeaf(after)) return [compareLeaves(before, after, pointer)];
  return [...listLeaves(before, pointer, "removed"), ...listLeaves(after, pointer, "added")];
}

function compareLeaves(before: unknown, after: unknown, pointer: string): TreeRow {
  if (before === undefined) return { pointer, kind: "added", after };
  if (after === undefined) return { pointer, kind: "removed", before };
  const texts = typeof before === "string" && typeof after === "string";
  return { pointer, kind: "changed", before, after, ...(texts ? { segments: diffTexts(before, after) } : {}) };
}

/** Everything under a value that stands on one side only. */
function listLeaves(value: unknown, pointer: string, kind: "added" | "removed"): TreeRow[] {
  if (value === undefined) return [];
  if (isLeaf(value)) return [kind === "added" ? { pointer, kind, after: value } : { pointer, kind, before: value }];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value as Record<string, unknown>).sort();
  return members.flatMap(([key, member]) => listLeaves(member, `${pointer}/${escapePointer(String(key))}`, kind));
}

function isLeaf(value: unknown): boolean {
  return typeof value !== "object" || value === null || isEmpty(value);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

type Pair = readonly [before: number | undefined, after: number | undefined];

/** Lists longer than this are compared place by place. */
const ALIGN_MAX = 400;

/**
 * Which items of two lists belong together: equal ones in the same order, so that one inserted at the front is one new row
 * and not a change of all. What lies between two equal items is paired in order.
 */
function alignItems(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const [old, current] = [before, after].map((list) => list.map((item) => canonicalJson(item))) as [string[], string[]];
  const anchors = before.length <= ALIGN_MAX && after.length <= ALIGN_MAX ? commonItems(old, current) : [];
  const pairs: Pair[] = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...anchors, [before.length, after.length] as const]) {
    while (x < nextX && y < nextY) pairs.push([x++, y++]);
    while (x < nextX) pairs.push([x++, undefined]);
    while (y < nextY) pairs.push([undefined, y++]);
    if (x < before.length && y < after.length) pairs.push([x++, y++]);
  }
  return pairs;
}

/** A longest common subsequence, as pairs of places. */
function commonItems(left: readonly string[], right: readonly string[]): (readonly [number, number])[] {
  const length = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const at = (x: number, y: number): number => length[x]?.[y] ?? 0;
  for (let x = left.length - 1; x >= 0; x -= 1) {
    const row = length[x];
    for (let y = right.length - 1; row && y >= 0; y -= 1) {
      row[y] = left[x] === right[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let x = 0, y = 0; x < left.length && y < right.length; ) {
    if (left[x] === right[y]) pairs.push([x++, y++]);
    else if (at(x + 1, y) >= at(x, y + 1)) x += 1;
    else y += 1;
  }
  return pairs;
}
