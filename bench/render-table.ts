import type { Verdict } from "./judge.ts";

const HEAD = ["bench", "metric", "value", "baseline", "ratio", "bar", "spread", "holds"] as const;

/** The verdicts for people: one line each, figures under each other. */
export function renderTable(verdicts: readonly Verdict[]): string {
  const rows = [HEAD, ...verdicts.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf(verdict: Verdict): string[] {
  const { bench, metric, value, unit, baseline, ratio, bar, spread } = verdict;
  return [
    bench,
    metric,
    `${value} ${unit}`,
    `${baseline} ${unit}`,
    ratio.toFixed(2),
    bar === null ? "–" : `≥ ${bar}`,
    `${Math.round(spread * 100)} %`,
    wordOf(verdict),
  ];
}

function wordOf({ bar, holds }: Verdict): string {
  if (bar === null) return "";
  if (holds === null) return "cannot tell";
  return holds ? "yes" : "NO";
}
