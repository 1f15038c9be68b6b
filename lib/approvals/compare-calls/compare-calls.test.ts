import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallDiffRow } from "./call-diff.ts";
import { compareCalls } from "./compare-calls.ts";
import { diffCharacters } from "./diff-characters.ts";

const rows = (before: unknown, after: unknown) =>
  compareCalls(JSON.stringify(before), JSON.stringify(after))?.rows ?? [];
const marked = ({ parts }: CallDiffRow) =>
  parts.map(({ op, text }) => (op === "equal" ? text : op === "insert" ? `{+${text}+}` : `{-${text}-}`)).join("");

describe("a call beside the last one that was approved", () => {
  it("says of each argument whether it is the same, changed, new or gone, with what differs first", () => {
    const before = { path: "/out/a", mode: "append", old: 1 };
    const after = { path: "/out/a", mode: "replace", force: true };
    expect(rows(before, after).map(({ pointer, kind }) => `${kind} ${pointer}`)).toEqual([
      "added /force",
      "changed /mode",
      "removed /old",
      "same /path",
    ]);
  });

  it("marks one exchanged letter as one letter, and unlike words as a whole", () => {
    expect(rows({ h: "api.partner.com" }, { h: "api.partmer.com" }).map(marked)).toEqual([
      '"api.part{-n-}{+m+}er.com"',
    ]);
    expect(rows({ h: "cat" }, { h: "dog" }).map(marked)).toEqual(['"{-cat-}{+dog+}"']);
  });

  it("marks a look-alike and an invisible character", () => {
    expect(rows({ b: "main" }, { b: "ma\u0456n" }).map(marked)).toEqual(['"ma{-i-}{+\u0456+}n"']);
    expect(rows({ b: "main" }, { b: "ma\u200bin" }).map(marked)).toEqual(['"ma{+\u200b+}in"']);
  });

  it("does not take a text for the number it spells", () => {
    expect(rows({ n: 1 }, { n: "1" }).map(marked)).toEqual(['{-1-}{+"1"+}']);
  });

  it("says how much it leaves out of what is long", () => {
    const long = "x".repeat(300_000);
    const [row] = rows({}, { body: long });
    expect(row?.parts[0]?.hidden).toBeGreaterThan(295_000);
    expect(JSON.stringify(row).length).toBeLessThan(6_000);
  });

  it("has nothing to say where one of them is no JSON", () => {
    expect(compareCalls("{", "{}")).toBeUndefined();
  });
});

it("for any two texts the marks give back both", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "💥", "\u200b"), maxLength: 40 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const segments = diffCharacters(before, after);
      const joined = (without: string) =>
        segments
          .filter(({ op }) => op !== without)
          .map((segment) => segment.text)
          .join("");
      return joined("insert") === before && joined("delete") === after;
    }),
  );
});
