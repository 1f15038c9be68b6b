import type { Finding } from "#lib/sanitise/finding.ts";
import { type AlignedRow, alignTexts, rowsOfText } from "./align-text.ts";
import type { OutputPair } from "./pair-output.ts";

/** What a list of a whole output draws, one after the other. */
export type OutputRow =
  | { readonly kind: "leaf"; readonly pair: number }
  | {
      readonly kind: "text";
      readonly pair: number;
      readonly at: AlignedRow;
      /** The number of the line that it begins. */
      readonly line: number | null;
    };

/** The rows of an output: each text under its place, both sides level. Where a side is missing, the other goes alone. */
export function outputRows(pairs: readonly OutputPair[]): OutputRow[] {
  return pairs.flatMap((pair, index): OutputRow[] => {
    let lines = 0;
    const rows = alignedRows(pair).map((at): OutputRow => {
      if (at.beginsLine) lines += 1;
      return { kind: "text", pair: index, at, line: at.beginsLine ? lines : null };
    });
    return pair.path === "" ? rows : [{ kind: "leaf", pair: index }, ...rows];
  });
}

function alignedRows({ raw, cleaned, findings }: OutputPair): AlignedRow[] {
  if (raw === null || cleaned === null) return rowsOfText(raw ?? cleaned ?? "");
  return alignTexts(raw, cleaned, findings);
}

/** A row of the list, or how many were left out in its place. */
export type ShownRow = OutputRow | { readonly kind: "left-out"; readonly count: number };

/** Only the rows that hold something, with a few around them: what is between is counted. */
export function rowsAround(rows: readonly OutputRow[], wanted: ReadonlySet<number>, around: number): ShownRow[] {
  const near = new Set<number>();
  for (const index of wanted) {
    for (let row = index - around; row <= index + around; row += 1) near.add(row);
  }
  const shown: ShownRow[] = [];
  let count = 0;
  for (const [index, row] of rows.entries()) {
    if (!near.has(index)) {
      count += 1;
      continue;
    }
    if (count > 0) shown.push({ kind: "left-out", count });
    count = 0;
    shown.push(row);
  }
  if (count > 0) shown.push({ kind: "left-out", count });
  return shown;
}

/**
 * The row in which each finding begins. What was found in a key, or in a text that is not shown, stands at the first row of its
 * place. Rows are in the order of their texts, so that one walk finds all of them.
 */
export function rowOfEach(rows: readonly OutputRow[], pairs: readonly OutputPair[]): ReadonlyMap<Finding, number> {
  const firstRows = new Map<number, number>();
  const found = new Map<Finding, number>();
  for (const [index, row] of rows.entries()) {
    if (!firstRows.has(row.pair)) firstRows.set(row.pair, index);
  }
  for (const [at, pair] of pairs.entries()) {
    const first = firstRows.get(at) ?? 0;
    for (const finding of pair.keyFindings) found.set(finding, first);
    let row = first;
    for (const finding of pair.findings.toSorted((one, other) => one.start - other.start)) {
      while (begins(rows[row + 1], at, pair, finding)) row += 1;
      found.set(finding, row);
    }
  }
  return found;
}

/** Whether a finding begins in this row or after it. */
function begins(row: OutputRow | undefined, pair: number, { raw }: OutputPair, finding: Finding): boolean {
  if (row?.kind !== "text" || row.pair !== pair) return false;
  return raw === null ? row.at.cleaned.start <= finding.cleanedStart : row.at.raw.start <= finding.start;
}
