import { describe, expect, test } from "vitest";
import { compileSchema } from "#lib/registry/schema-compiler.ts";
import { annotatedText } from "./annotated-text.ts";
import { findArguments } from "./find-arguments.ts";
import { below, topOf } from "./schema-annotations.ts";

/** What is found in an input, as `pointer kind`; without the schema nothing would be, so each line is the schema's work. */
function found(inputSchema: Record<string, unknown>, input: unknown): string[] {
  expect(compileSchema(inputSchema, "first").ok).toBe(true);
  return findArguments(input, {}, inputSchema).map(({ pointer, kind, foundBy }) => `${pointer} ${kind} ${foundBy}`);
}

const text = (more: Record<string, unknown> = {}) => ({ type: "string", ...more });
const member = (schema: Record<string, unknown>, name = "x") => ({ type: "object", properties: { [name]: schema } });

const conditional = (then: unknown) => ({ ...member(text()), if: {}, then });

describe("what a schema says about an argument", () => {
  test.each([
    ["path", text({ format: "path" }), "a/b", "path"],
    ["file-path", text({ format: "file-path" }), "a", "path"],
    ["uri", text({ format: "uri" }), "https://a.example/", "url"],
    ["uri, of a file", text({ format: "uri" }), "file:///x", "path"],
    ["uri-reference with a host", text({ format: "uri-reference" }), "//a.example/x", "url"],
    ["hostname", text({ format: "hostname" }), "a.example", "host"],
    ["x-airlock: path", text({ "x-airlock": "path" }), "a", "path"],
    ["x-airlock: url", text({ "x-airlock": "url" }), "a.example", "url"],
    ["x-airlock: host", text({ "x-airlock": "host" }), "a", "host"],
  ])("%s", (_what, schema, value, kind) => {
    expect(found(member(schema), { x: value })).toEqual([`/x ${kind} schema`]);
    expect(found(member(text()), { x: value }).filter((line) => line.endsWith("schema"))).toEqual([]);
  });

  test.each(["default", "const", "enum", "examples", "example"])("also of an argument called %s", (name) => {
    expect(found(member(text({ "x-airlock": "host" }), name), { [name]: "a" })).toEqual([`/${name} host schema`]);
  });

  test("a reference without a host is judged as any other text", () => {
    const schema = member(text({ format: "uri-reference" }));
    expect(found(schema, { x: "page.html" })).toEqual([]);
    expect(found(schema, { x: "/etc/passwd" })).toEqual(["/x path shape"]);
  });

  test("a word that is none of them makes the schema unusable", () => {
    expect(compileSchema(member(text({ "x-airlock": "pth" })), "first").ok).toBe(false);
  });
});

describe("where it is looked for", () => {
  const path = text({ "x-airlock": "path" });
  test.each<[string, Record<string, unknown>, unknown, string]>([
    ["nested objects", member(member(path, "y")), { x: { y: "a" } }, "/x/y"],
    ["items", member({ type: "array", items: path }), { x: ["a"] }, "/x/0"],
    ["one place of a tuple", member({ type: "array", prefixItems: [text(), path] }), { x: ["n", "a"] }, "/x/1"],
    [
      "what comes after a tuple",
      member({ type: "array", prefixItems: [text()], items: path }),
      { x: ["n", "a"] },
      "/x/1",
    ],
    ["names that nobody listed", member({ type: "object", additionalProperties: path }), { x: { z: "a" } }, "/x/z"],
    [
      "names that fit a pattern",
      member({ type: "object", patternProperties: { "^z": path } }),
      { x: { z: "a" } },
      "/x/z",
    ],
    ["allOf", member({ allOf: [path] }), { x: "a" }, "/x"],
    ["anyOf", member({ anyOf: [{ type: "number" }, path] }), { x: "a" }, "/x"],
    ["oneOf", member({ oneOf: [path, { type: "null" }] }), { x: "a" }, "/x"],
    ["then", conditional(member(path)), { x: "a" }, "/x"],
    ["a reference", { ...member({ $ref: "#/$defs/p" }), $defs: { p: path } }, { x: "a" }, "/x"],
    [
      "a reference in items",
      { ...member({ type: "array", items: { $ref: "#/$defs/p" } }), $defs: { p: path } },
      { x: ["a"] },
      "/x/0",
    ],
    ["all below what is annotated", member({ type: "object", "x-airlock": "path" }), { x: { y: ["a"] } }, "/x/y/0"],
  ])("%s", (_where, schema, input, pointer) => {
    expect(found(schema, input)).toEqual([`${pointer} path schema`]);
  });

  test("what is said of one member is not said of another, nor of one beside it in a list", () => {
    const schema = {
      type: "object",
      properties: { x: path, y: text(), z: { type: "array", prefixItems: [path, text()] } },
    };
    expect(found(schema, { y: "a", x: "b", z: ["c", "d", "e"] })).toEqual(["/x path schema", "/z/0 path schema"]);
    expect(found({ allOf: [member(path), member(text(), "y")] }, { y: "a", x: "b" })).toEqual(["/x path schema"]);
  });

  test("a format that is none of ours says nothing, whatever object has it by inheritance", () => {
    for (const format of ["date", "toString", "constructor"]) expect(topOf(member(text({ format })))).toBeUndefined();
    expect(topOf(member({ type: "string", format: 7 }))).toBeUndefined();
    expect(topOf(member(text()))).toBeUndefined();
    expect(topOf({ allOf: [text(), text({ format: "path" })] })).toBeDefined();
    expect(topOf(null)).toBeUndefined();
  });

  test("a name that happens to be a keyword is only a name", () => {
    expect(found(member(path, "format"), { format: "a" })).toEqual(["/format path schema"]);
  });
});

describe("an exemption", () => {
  const content = text({ "x-airlock": "text" });
  const hostile = "/etc/passwd";

  test("holds for what it is written at and below", () => {
    expect(found(member(content), { x: hostile })).toEqual([]);
    expect(found(member({ type: "object", "x-airlock": "text" }), { x: { "/y": [hostile] } })).toEqual([]);
    expect(found(member(content), { y: hostile })).toEqual(["/y path shape"]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["one branch of several", member({ anyOf: [content, text()] })],
    ["a pattern of names", { type: "object", patternProperties: { "^x": content } }],
    ["a condition", conditional(member(content))],
    ["names that are not listed, for one that is", { ...member(text()), additionalProperties: content }],
    ["a place that is also said to be a path", member({ allOf: [content, text({ format: "path" })] })],
    [
      "names that no pattern may have taken",
      { type: "object", patternProperties: { "^y": text() }, additionalProperties: content },
    ],
    ["names that nothing else evaluated", { type: "object", unevaluatedProperties: content }],
    ["what another member brings along", { type: "object", dependentSchemas: { x: member(content) } }],
    ["all that something above says is a path", { type: "object", "x-airlock": "path", properties: { x: content } }],
  ])("does not hold for %s: what is only perhaps so takes nothing away", (_what, schema) => {
    expect(found(schema, { x: hostile })).toHaveLength(1);
  });

  test.each<[string, Record<string, unknown>]>([
    ["contains", { type: "array", contains: content }],
    ["unevaluatedItems", { type: "array", unevaluatedItems: content }],
  ])("of %s does not hold for an item: it may be meant for another", (_what, schema) => {
    expect(found(member(schema), { x: [hostile] })).toEqual(["/x/0 path shape"]);
  });

  test.each<[string, Record<string, unknown>, unknown]>([
    ["items", member({ type: "array", items: content }), { x: [hostile] }],
    ["a place of a tuple", member({ type: "array", prefixItems: [content] }), { x: [hostile] }],
    ["names that are not listed", { type: "object", additionalProperties: content }, { x: hostile }],
    ["all of a place", member({ allOf: [content, text()] }), { x: hostile }],
    [
      "what a branch says too",
      member({ allOf: [{ anyOf: [{ $ref: "#/$defs/t" }] }, { $ref: "#/$defs/t" }] }),
      { x: hostile },
    ],
    [
      "what a branch says too, in the other order",
      member({ allOf: [{ $ref: "#/$defs/t" }, { anyOf: [{ $ref: "#/$defs/t" }] }] }),
      { x: hostile },
    ],
  ])("holds for %s: there it is certain", (_what, schema, input) => {
    expect(found({ ...schema, $defs: { t: content } }, input)).toEqual([]);
    // Without the exemption it is found.
    expect(findArguments(input)).toHaveLength(1);
  });

  test("is never an answer to what the contract declares", () => {
    const declared = { paths: [{ at: "/x", access: "write" as const }] };
    expect(findArguments({ x: "a" }, declared, member(content))).toMatchObject([{ kind: "path", access: "write" }]);
  });

  test("stands in the manifest, wherever the schema has it", () => {
    const schema = {
      type: "object",
      properties: { a: content, "b/c": { type: "array", items: content }, d: { $ref: "#/$defs/t" }, e: text() },
      additionalProperties: { type: "array", prefixItems: [content] },
      $defs: { t: { allOf: [content] } },
    };
    expect(annotatedText(schema)).toEqual(["/*/0", "/a", "/b~1c/*", "/d"]);
    expect(annotatedText({ type: "object", "x-airlock": "text" })).toEqual(["/*"]);
    expect(annotatedText({ properties: { a: null, b: { items: [content, text()] }, c: { items: content } } })).toEqual([
      "/b/0",
      "/c/*",
    ]);
  });

  test("stands in the manifest where an older dialect has it for the rest of a tuple", () => {
    const list = { type: "array", items: [text()], additionalItems: content };
    const schema = { $schema: "http://json-schema.org/draft-07/schema#", ...member(list) };
    expect(found(schema, { x: ["a", hostile] })).toEqual([]);
    expect(annotatedText(schema)).toEqual(["/x/*"]);
  });

  test("a schema that leads back to itself is followed so far and no further", () => {
    const schema = {
      properties: { x: { $ref: "#/$defs/t" } },
      $defs: { t: { "x-airlock": "text", items: { $ref: "#/$defs/t" } } },
    };
    const pointers = annotatedText(schema);
    expect(pointers).toHaveLength(32);
    expect(pointers.at(-1)).toBe(`/x${"/*".repeat(31)}`);
  });
});

describe("strict detection", () => {
  const strict = (input: unknown) => findArguments(input, { pathDetection: "strict" }).map(({ pointer }) => pointer);
  test("takes every text with a slash for a path, and keys too", () => {
    expect(strict({ a: "src/index.ts", b: "x\\y", c: ["a/b\nc"], d: "plain", "e/f": 1 })).toEqual([
      "/a",
      "/b",
      "/c/0",
      "/e~1f",
    ]);
    expect(findArguments({ a: "src/index.ts", b: "x\\y", c: ["a/b\nc"], "e/f": 1 })).toEqual([]);
  });
  test("leaves addresses to the host's side and content to whoever declared it", () => {
    expect(findArguments({ a: "https://a.example/x" }, { pathDetection: "strict" })).toMatchObject([{ kind: "url" }]);
    expect(findArguments({ a: "x/y" }, { pathDetection: "strict", text: [{ at: "/a" }] })).toEqual([]);
  });
});

describe("a schema is walked once a place, however many values stand there", () => {
  const alternatives = { anyOf: [text({ format: "path" }), text()] };

  test("items are alike but for those that a tuple places", () => {
    const top = topOf({ type: "array", prefixItems: [text({ format: "uri" })], items: alternatives });
    if (!top) throw new Error("the schema says something");
    const at = (index: number) => below(top, [], String(index));
    expect(at(99_999)).toBe(at(1));
    expect(at(0)).not.toBe(at(1));
    expect([at(0), at(1)].map(({ says }) => [...says.stated])).toEqual([["uri"], ["path"]]);
  });

  test("members are alike but for those that it names, whatever they are called", () => {
    const top = topOf({ ...member(text({ format: "uri" }), "members"), additionalProperties: alternatives });
    if (!top) throw new Error("the schema says something");
    const at = (key: string) => below(top, {}, key);
    expect(at("one")).toBe(at("constructor"));
    expect(at("members")).not.toBe(at("one"));
    expect([at("members"), at("one")].map(({ says }) => [...says.stated])).toEqual([["uri"], ["path"]]);
  });
});
