import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolContract } from "#lib/registry/contract.ts";
import { diffParts } from "./diff-parts.ts";
import { listRows } from "./tree-rows.ts";

const base: ToolContract = {
  name: "read_page",
  description: "Reads a page.",
  inputSchema: {
    type: "object",
    properties: { page: { type: "integer", description: "Which page." } },
    required: ["page"],
  },
  outputSchema: {},
  safetyClass: "read",
  egressClass: "none",
  category: "file_system",
  actionType: "fs:read",
  idempotency: "optional",
  idempotent: true,
  policy: {},
  outputContent: "prose",
  runtime: { kind: "external" },
};

describe("two contracts beside each other", () => {
  test("one changed word of a nested text is one row among unchanged ones", () => {
    const after = structuredClone(base);
    after.inputSchema = JSON.parse(JSON.stringify(base.inputSchema).replace("Which page", "Which secret"));
    const parts = diffParts(base, after);
    expect(parts.filter(({ kind }) => kind !== "unchanged").map(({ part }) => part)).toEqual(["inputSchema"]);
    const schema = parts.find(({ part }) => part === "inputSchema");
    expect(schema?.rows?.filter(({ kind }) => kind !== "unchanged")).toEqual([
      {
        pointer: "/properties/page/description",
        kind: "changed",
        before: "Which page.",
        after: "Which secret.",
        segments: [
          { op: "equal", text: "Which " },
          { op: "delete", text: "page" },
          { op: "insert", text: "secret" },
          { op: "equal", text: "." },
        ],
      },
    ]);
    expect(schema?.rows?.map(({ pointer }) => pointer)).toContain("/required/0");
  });

  test("parts that came and went are named, and the words come first", () => {
    const { policy: _policy, ...rest } = { ...base, title: "New" };
    const parts = diffParts({ ...base, icons: [] }, rest as ToolContract);
    expect(parts.slice(0, 3).map(({ part, kind }) => `${part} ${kind}`)).toEqual([
      "name unchanged",
      "title added",
      "description unchanged",
    ]);
    expect(parts.find(({ part }) => part === "icons")).toEqual({
      part: "icons",
      kind: "removed",
      rows: [{ pointer: "", kind: "removed", before: [] }],
    });
  });

  test("without an earlier version everything is new", () => {
    expect(new Set(diffParts(undefined, base).map(({ kind }) => kind))).toEqual(new Set(["added"]));
  });

  test("ten thousand properties are bounded, and what changed is not left out for what did not", () => {
    const properties = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, { type: "string" }]));
    const large = { ...base, inputSchema: { properties } };
    const one = { ...base, inputSchema: { properties: { ...properties, p77: { type: "integer" } } } };
    const [part] = diffParts(large, one).filter(({ kind }) => kind === "changed");
    expect(part).toMatchObject({
      unchangedLeftOut: 9999,
      rows: [{ pointer: "/properties/p77/type", kind: "changed" }],
    });
    const all = diffParts(base, large).find(({ part: name }) => name === "inputSchema");
    expect(all?.rows).toHaveLength(4000);
    expect(all?.changedLeftOut).toBeGreaterThan(6000);
  });
});

describe("the leaves of two values", () => {
  test("an item put in front is one new row", () => {
    const rows = listRows(["a", "b", "c"], ["new", "a", "b", "c"]).filter(({ kind }) => kind !== "unchanged");
    expect(rows).toEqual([{ pointer: "/0", kind: "added", after: "new" }]);
  });

  test("a tree in the place of a leaf shows both", () => {
    expect(listRows({ a: 1 }, { a: { b: 2 } })).toEqual([
      { pointer: "/a", kind: "removed", before: 1 },
      { pointer: "/a/b", kind: "added", after: 2 },
    ]);
  });

  const leaves = (rows: ReturnType<typeof listRows>, side: "before" | "after") =>
    rows.filter((row) => side in row).map((row) => JSON.stringify(row[side]));
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.constantFrom(0, 1, "a b", "a c", null, true),
      fc.dictionary(fc.constantFrom("x", "y", "a/b"), tie("json"), { maxKeys: 3, noNullPrototype: true }),
      fc.array(tie("json"), { maxLength: 4 }),
    ),
  }));
  test("every leaf of either value is in exactly one row", () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const rows = listRows(before, after);
        const alone = (value: unknown) => leaves(listRows(undefined, value), "after").sort();
        expect(leaves(rows, "before").sort()).toEqual(alone(before));
        expect(leaves(rows, "after").sort()).toEqual(alone(after));
        expect(listRows(before, before).every(({ kind }) => kind === "unchanged")).toBe(true);
      }),
    );
  });
});
