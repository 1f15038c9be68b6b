"use client";
import { useMemo, useState } from "react";
import { outputRows, rowOfEach, rowsAround } from "#lib/invocations/output-rows.ts";
import { pairOutput } from "#lib/invocations/pair-output.ts";
import type { Finding } from "#lib/sanitise/finding.ts";

/** Rows around a finding when only those with one are shown. */
const AROUND = 2;

/** What of an output is looked at: which rule's findings, only their rows or all, and which of them just now. */
export function useOutputView(raw: string | null, cleaned: unknown, findings: readonly Finding[]) {
  const [rule, setRule] = useState<string | null>(null);
  const [onlyFound, setOnlyFound] = useState(false);
  const [at, setAt] = useState<number | null>(null);

  const pairs = useMemo(() => pairOutput(raw, cleaned, findings), [raw, cleaned, findings]);
  const all = useMemo(() => outputRows(pairs), [pairs]);
  const rowOf = useMemo(() => rowOfEach(all, pairs), [all, pairs]);
  const wanted = useMemo(() => {
    const found = rule === null ? findings : findings.filter((finding) => finding.rule === rule);
    return found.toSorted((one, other) => (rowOf.get(one) ?? 0) - (rowOf.get(other) ?? 0) || one.start - other.start);
  }, [findings, rule, rowOf]);
  const rows = useMemo(
    () => (onlyFound ? rowsAround(all, new Set(wanted.map((finding) => rowOf.get(finding) ?? 0)), AROUND) : all),
    [all, onlyFound, wanted, rowOf],
  );
  const current = at === null ? undefined : wanted[at];
  const target = useMemo(() => {
    const row = current && all[rowOf.get(current) ?? -1];
    return row ? { row: rows.indexOf(row) } : null;
  }, [current, all, rowOf, rows]);

  return {
    pairs,
    rows,
    wanted,
    current,
    target,
    at,
    rule,
    onlyFound,
    setOnlyFound,
    chooseRule(next: string | null) {
      setRule(next);
      setAt(null);
    },
    step(by: 1 | -1) {
      const count = wanted.length;
      if (count > 0) setAt((here) => (here === null ? (by === 1 ? 0 : count - 1) : (here + by + count) % count));
    },
  };
}
