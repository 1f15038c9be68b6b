import type { DiffSegment } from "./diff-types.ts";

/**
 * Two texts word by word: what a reviewer reads to see which three words were slipped in. Bounded in time and memory: a
 * pair of texts with too many differences is compared line by line, and when that is too much as well, as a whole.
 */
export function diffTexts(before: string, after: string): DiffSegment[] {
  if (before === after) return before === "" ? [] : [{ op: "equal", text: before }];
  return (
    diffTokens(wordsOf(before), wordsOf(after)) ??
    diffTokens(linesOf(before), linesOf(after)) ??
    join([...asSegments("delete", [before]), ...asSegments("insert", [after])])
  );
}

/** Words, runs of one kind of space, and every other sign by itself, so that an invisible one is a difference of its own. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|\r\n| +|\t+|./gsu) ?? [];
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

const TOKENS_MAX = 20_000;
const EDITS_MAX = 400;

/** Undefined where there are too many tokens, or too many of them differ. */
export function diffTokens(before: readonly string[], after: readonly string[]): DiffSegment[] | undefined {
  if (before.length + after.length > TOKENS_MAX) return undefined;
  const head = commonLength(before, after, (list, index) => list[index]);
  const rest = [before.slice(head), after.slice(head)] as const;
  const tail = commonLength(rest[0], rest[1], (list, index) => list[list.length - 1 - index]);
  const [old, current] = rest.map((list) => list.slice(0, list.length - tail)) as [string[], string[]];
  const middle = shortestEdit(old, current);
  if (!middle) return undefined;
  return join([
    ...asSegments("equal", before.slice(0, head)),
    ...middle,
    ...asSegments("equal", before.slice(before.length - tail)),
  ]);
}

function commonLength(
  left: readonly string[],
  right: readonly string[],
  at: (list: readonly string[], index: number) => string | undefined,
): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && at(left, length) === at(right, length)) length += 1;
  return length;
}

/**
 * Myers' greedy search for the shortest edit: after each edit, how far along both texts every diagonal reaches. The
 * reaches are kept, and the way is read off them backwards.
 */
function shortestEdit(before: readonly string[], after: readonly string[]): DiffSegment[] | undefined {
  const most = Math.min(EDITS_MAX, before.length + after.length);
  const history: Reach[] = [];
  let reach: Reach = { at: Int32Array.of(0, 0, 0), middle: 1 };
  for (let edits = 0; edits <= most; edits += 1) {
    history.push(reach);
    const next: Reach = { at: new Int32Array(2 * edits + 5), middle: edits + 2 };
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = firstStep(reach, diagonal, edits);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      next.at[next.middle + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return readBack(before, after, history);
    }
    reach = next;
  }
  return undefined;
}

/** How far each diagonal reaches into the first text; the diagonal 0 stands in the middle. */
interface Reach {
  readonly at: Int32Array;
  readonly middle: number;
}

function reachOf({ at, middle }: Reach, diagonal: number): number {
  return at[middle + diagonal] ?? 0;
}

/** Where a diagonal starts after one more edit: from the neighbour that reaches further. */
function firstStep(reach: Reach, diagonal: number, edits: number): number {
  return isInsertion(reach, diagonal, edits) ? reachOf(reach, diagonal + 1) : reachOf(reach, diagonal - 1) + 1;
}

function isInsertion(reach: Reach, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && reachOf(reach, diagonal - 1) < reachOf(reach, diagonal + 1);
}

function readBack(before: readonly string[], after: readonly string[], history: readonly Reach[]): DiffSegment[] {
  const segments: DiffSegment[] = [];
  let [x, y] = [before.length, after.length];
  for (const [edits, reach] of [...history.entries()].reverse()) {
    if (edits === 0) break;
    const inserted = isInsertion(reach, x - y, edits);
    const fromDiagonal = inserted ? x - y + 1 : x - y - 1;
    const fromX = reachOf(reach, fromDiagonal);
    const fromY = fromX - fromDiagonal;
    segments.push(...asSegments("equal", before.slice(inserted ? fromX : fromX + 1, x)));
    segments.push(
      ...(inserted
        ? asSegments("insert", after.slice(fromY, fromY + 1))
        : asSegments("delete", before.slice(fromX, fromX + 1))),
    );
    [x, y] = [fromX, fromY];
  }
  return [...segments, ...asSegments("equal", before.slice(0, x))].reverse();
}

function asSegments(op: DiffSegment["op"], tokens: readonly string[]): DiffSegment[] {
  return tokens.length === 0 ? [] : [{ op, text: tokens.join("") }];
}

/** Neighbours of one kind become one run; between two equal runs what went stands before what came. */
function join(segments: readonly DiffSegment[]): DiffSegment[] {
  const joined: DiffSegment[] = [];
  let [removed, added] = ["", ""];
  const flush = (): void => {
    if (removed !== "") joined.push({ op: "delete", text: removed });
    if (added !== "") joined.push({ op: "insert", text: added });
    [removed, added] = ["", ""];
  };
  for (const { op, text } of segments) {
    if (op === "delete") removed += text;
    else if (op === "insert") added += text;
    else if (text !== "") {
      flush();
      const last = joined.at(-1);
      if (last?.op === "equal") joined[joined.length - 1] = { op, text: last.text + text };
      else joined.push({ op, text });
    }
  }
  flush();
  return joined;
}
