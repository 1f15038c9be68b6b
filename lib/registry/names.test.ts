import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONFUSABLES, CONFUSABLES_UNICODE_VERSION } from "#lib/look-alikes/confusables.ts";
import { skeleton } from "#lib/look-alikes/skeleton.ts";
import { checkName, nameKeys, nearNames } from "./names.ts";

const existing = ["read_file", "http_fetch", "write_file", "list_IO"];

describe("look-alike names", () => {
  test.each([
    ["itself", "read_file"],
    ["another case", "Read_File"],
    ["1 for l", "read_fi1e"],
    ["I for l", "read_fiIe"],
    ["Cyrillic е", "r\u0435ad_file"],
    ["full width", "ｒead＿file"],
    ["a zero-width space", "read\u200b_file"],
    ["a soft hyphen", "read\u00ad_file"],
    ["0 for O", "list_I0"],
    ["mathematical letters", "𝗋𝖾𝖺𝖽_file"],
  ])("%s is taken", (_how, name) => {
    expect(checkName(name, existing)).toMatchObject({ ok: false, code: "name_taken" });
  });

  test.each(["read_files", "file_read", "reader", "fetch", "list"])("%s is free", (name) => {
    expect(checkName(name, existing)).toMatchObject({ ok: true });
  });

  test("rn and m look alike", () => {
    expect(checkName("rnove", ["move"])).toMatchObject({ ok: false, details: { existing: "move" } });
  });

  test("the two keys of a name are what the database keeps unique", () => {
    expect(nameKeys("read_file")).toEqual({ skeleton: skeleton("read_file"), folded: skeleton("read_file") });
    expect(nameKeys("Read_File").skeleton).not.toBe(nameKeys("read_file").skeleton);
    expect(nameKeys("Read_File").folded).toBe(nameKeys("read_file").folded);
  });
});

describe("near names", () => {
  test.each([
    ["a letter left out", "send_mesage", "send_message"],
    ["a letter too many", "list_issuess", "list_issues"],
    ["two letters swapped", "raed_file", "read_file"],
    ["rn for m", "send_rnail", "send_mail"],
    ["0 for O", "get_l0gs", "get_logs"],
    ["another separator", "readfile", "read_file"],
  ])("%s", (_how, name, other) => {
    expect(nearNames(name, ["list_rooms", other])).toEqual([other]);
  });

  test("neither itself, nor short names, nor names that differ by more than two letters", () => {
    expect(nearNames("read_file", ["read_file", "read_folder", "write_file"])).toEqual([]);
    expect(nearNames("get", ["set", "let"])).toEqual([]);
  });

  test("are what the plain form of the distance says", () => {
    const name = fc.string({ unit: fc.constantFrom(..."abc"), minLength: 6, maxLength: 9 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(nearNames(one, [other])).toEqual(one !== other && damerau(one, other) <= 2 ? [other] : []);
      }),
      { numRuns: 2000 },
    );
  });

  test("are symmetric", () => {
    const name = fc.string({ unit: fc.constantFrom(..."abcl1_"), minLength: 6, maxLength: 10 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(nearNames(one, [other]).length).toBe(nearNames(other, [one]).length);
      }),
    );
  });
});

describe("skeletons", () => {
  test("composed and decomposed spellings have one", () => {
    expect(skeleton("\u00e9")).toBe(skeleton("e\u0301"));
  });

  test("of a skeleton is itself, for every name a tool can have", () => {
    const name = fc.string({
      unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"),
      maxLength: 64,
    });
    fc.assert(
      fc.property(name, (text) => {
        expect(skeleton(skeleton(text))).toBe(skeleton(text));
      }),
    );
  });

  test("the whole table of its Unicode version is there", () => {
    expect(CONFUSABLES_UNICODE_VERSION).toBe("17.0.0");
    const sources = CONFUSABLES.trim()
      .split("\n")
      .flatMap((line) => line.split(":")[1]?.split(",") ?? []);
    expect(sources).toHaveLength(6565);
    expect(new Set(sources).size).toBe(sources.length);
  });

  test("of any text is computed without throwing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(typeof skeleton(text)).toBe("string");
      }),
    );
  });
});

/** The distance by its definition, every cell of it. */
function damerau(from: string, to: string): number {
  const cells = Array.from({ length: from.length + 1 }, (_, line) =>
    Array.from({ length: to.length + 1 }, (_, column) => (line === 0 ? column : column === 0 ? line : 0)),
  );
  const cell = (line: number, column: number): number => cells[line]?.[column] ?? 0;
  for (let line = 1; line <= from.length; line++) {
    for (let column = 1; column <= to.length; column++) {
      const replaced = cell(line - 1, column - 1) + (from[line - 1] === to[column - 1] ? 0 : 1);
      let best = Math.min(replaced, cell(line - 1, column) + 1, cell(line, column - 1) + 1);
      if (line > 1 && column > 1 && from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1]) {
        best = Math.min(best, cell(line - 2, column - 2) + 1);
      }
      (cells[line] as number[])[column] = best;
    }
  }
  return cell(from.length, to.length);
}
