import { describe, expect, test } from "vitest";
import { clean } from "#lib/sanitise/clean.ts";
import { outputRows, rowOfEach, rowsAround } from "./output-rows.ts";
import { pairOutput } from "./pair-output.ts";

const LINES = Array.from({ length: 40 }, (_, n) => (n === 3 || n === 30 ? `line ${n}\u200b!` : `line ${n}`));
const raw = LINES.join("\n");
const { cleaned, findings } = clean(raw);
const placed = findings.map((finding) => ({ ...finding, path: "/text" }));
const pairs = pairOutput(JSON.stringify({ text: raw, more: "x" }), { text: cleaned, more: "x" }, placed);
const rows = outputRows(pairs);

describe("outputRows", () => {
  test("every text stands under its place, with its lines numbered", () => {
    expect(rows[0]).toEqual({ kind: "leaf", pair: 0 });
    expect(rows[1]).toMatchObject({ kind: "text", line: 1 });
    expect(rows[40]).toMatchObject({ kind: "text", line: 40 });
    expect(rows[41]).toEqual({ kind: "leaf", pair: 1 });
    expect(rows).toHaveLength(43);
  });

  test("a finding is at the row of its line, whether raw was read or not", () => {
    expect([...rowOfEach(rows, pairs).values()]).toEqual([4, 31]);
    const unread = pairOutput(null, { text: cleaned, more: "x" }, placed);
    expect([...rowOfEach(outputRows(unread), unread).values()]).toEqual([4, 31]);
  });

  test("with only what was found, the rows between are counted and none is lost", () => {
    const shown = rowsAround(rows, new Set(rowOfEach(rows, pairs).values()), 2);
    expect(shown.filter(({ kind }) => kind === "left-out")).toEqual([
      { kind: "left-out", count: 2 },
      { kind: "left-out", count: 22 },
      { kind: "left-out", count: 9 },
    ]);
    const counted = shown.reduce((sum, row) => sum + (row.kind === "left-out" ? row.count : 1), 0);
    expect(counted).toBe(rows.length);
  });
});
