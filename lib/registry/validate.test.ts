import { RE2JS } from "re2js";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { input as fetchInput } from "#lib/tools/http-fetch/contract.ts";
import { checkSchemas, validateInput, validateOutput } from "./validate.ts";

const schema = {
  type: "object",
  properties: { path: { type: "string", maxLength: 5 }, n: { type: "integer" } },
  required: ["path"],
  additionalProperties: false,
};

function inputOf(inputSchema: Record<string, unknown>, value: unknown) {
  return validateInput({ inputSchema }, value);
}

describe("validating against a stored contract", () => {
  test("a fitting value passes unchanged", () => {
    expect(inputOf(schema, { path: "a" })).toEqual({ ok: true, value: { path: "a" } });
  });

  test("every failing field is named by pointer, and no value is repeated", () => {
    const outcome = inputOf(schema, { n: 1.5, "a/b": "hunter2" });
    expect(outcome).toMatchObject({
      ok: false,
      code: "invalid_input",
      details: {
        errors: [
          { pointer: "/path", message: "is required" },
          { pointer: "/a~1b", message: "is not known" },
          { pointer: "/n", message: "must be integer" },
        ],
      },
    });
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
  });

  test("an output that does not fit is the tool's fault, by its own code", () => {
    expect(validateOutput({ outputSchema: schema }, {})).toMatchObject({ ok: false, code: "output_invalid" });
  });

  test("nothing is coerced and no default is filled in", () => {
    const typed = { type: "object", properties: { n: { type: "integer", default: 3 } } };
    expect(inputOf(typed, { n: "1" })).toMatchObject({ ok: false });
    expect(inputOf(typed, {})).toEqual({ ok: true, value: {} });
  });

  test("a member called __proto__ does not slip past additionalProperties", () => {
    expect(inputOf(schema, JSON.parse('{"path":"a","__proto__":{"x":1}}'))).toMatchObject({ ok: false });
  });

  test("agrees with the Zod schema that a shipped tool was declared with", () => {
    const json = z.toJSONSchema(fetchInput) as Record<string, unknown>;
    for (const value of [
      { url: "https://example.com/" },
      { url: "" },
      { url: "x", method: "POST" },
      { url: "x", headers: { accept: "a\nb" } },
      { url: "x", headers: { cookie: "a" } },
      { url: "x", maxBytes: 0 },
      {},
      [],
    ]) {
      expect(inputOf(json, value).ok, JSON.stringify(value)).toBe(fetchInput.safeParse(value).success);
    }
  });

  test("hundreds of errors in a large value become one", () => {
    const items = { type: "array", items: { type: "string" } };
    expect(inputOf(items, Array(9000).fill(1))).toMatchObject({ details: { errors: [{ pointer: "/0" }] } });
    expect(inputOf(items, [1, 2])).toMatchObject({ details: { errors: [{ pointer: "/0" }, { pointer: "/1" }] } });
  });
});

describe("schemas that are refused at registration", () => {
  test.each([
    ["a misspelt keyword", { type: "object", requried: ["a"] }],
    ["a pattern that needs backtracking", { type: "string", pattern: "(?=a)b" }],
    ["a pattern that is too large", { type: "string", pattern: "(a{100}){100}" }],
    ["a format nobody checks", { type: "string", format: "iban" }],
    ["a reference to elsewhere", { $ref: "https://example.com/schema.json" }],
    ["unbounded uniqueItems", { type: "array", uniqueItems: true }],
    ["an unknown dialect", { $schema: "https://example.com/dialect", type: "object" }],
    ["a type that does not exist", { type: "strng" }],
    ["an answer by promise, which is never a no", { $async: true, type: "object" }],
    [
      "an $id further down, which moves what # means",
      { properties: { a: { $id: "https://a.example/", type: "null" } } },
    ],
  ])("%s", (_name, broken) => {
    expect(checkSchemas({ inputSchema: schema, outputSchema: broken })).toMatchObject({
      ok: false,
      code: "invalid_definition",
    });
  });

  test.each(["default", "const", "enum", "examples", "example"])(
    "references are measured in a parameter called %s too, which is no value",
    (name) => {
      const at = `#/properties/${name}`;
      const doubled = Object.fromEntries(
        Array.from({ length: 40 }, (_, level) => {
          const next = { $ref: level === 39 ? `${at}/$defs/end` : `${at}/$defs/a${level + 1}` };
          return [`a${level}`, { allOf: [next, next] }];
        }),
      );
      const schemaOf = (parameter: unknown) => ({ type: "object", properties: { [name]: parameter } });
      const costly = schemaOf({ $ref: `${at}/$defs/a0`, $defs: { ...doubled, end: { type: "integer" } } });
      const endless = schemaOf({ allOf: [{ $ref: at }] });
      for (const broken of [costly, endless]) {
        expect(checkSchemas({ inputSchema: broken, outputSchema: {} })).toMatchObject({ code: "invalid_definition" });
      }
      expect(inputOf(schemaOf({ type: "integer" }), { [name]: 1 })).toMatchObject({ ok: true });
    },
  );

  test("a pattern is compiled once, however many references lead to it", () => {
    const many = Array.from({ length: 1000 }, () => ({ $ref: "#/$defs/costly" }));
    const nested = Array.from({ length: 10 }, (_, index) => ({ allOf: many.slice(index * 100, index * 100 + 100) }));
    const costly = { pattern: "(?:[ab]?){40}(?:[ab]){40}(?:[abc]){90}d" };
    const compiled = vi.spyOn(RE2JS, "compile");
    expect(inputOf({ $defs: { costly }, type: "string", allOf: nested }, "a")).toMatchObject({ ok: false });
    const times = compiled.mock.calls.filter(([pattern]) => pattern.includes("{90}")).length;
    compiled.mockRestore();
    // Once to look for a match, once to tell every error.
    expect(times).toBe(2);
  });

  test("one tool's $id is never another tool's reference", () => {
    expect(inputOf({ $id: "https://tools.example/a", type: "string" }, "x")).toMatchObject({ ok: true });
    expect(inputOf({ $ref: "https://tools.example/a" }, "x")).toMatchObject({ ok: false, code: "invalid_definition" });
    expect(inputOf({ $id: "https://tools.example/a", type: "number" }, "x")).toMatchObject({ code: "invalid_input" });
  });

  test("nor is it what another tool's schema is held against", () => {
    expect(inputOf({ $id: "https://tools.example/b", type: "object" }, {})).toMatchObject({ ok: true });
    expect(inputOf({ $schema: "https://tools.example/b", type: "nothing" }, {})).toMatchObject({
      code: "invalid_definition",
      message: expect.stringContaining("no schema with key or ref"),
    });
    // The control: one that is held against what everybody's are is told so.
    expect(inputOf({ type: "nothing" }, {})).toMatchObject({ message: expect.stringContaining("schema is invalid") });
  });

  test("draft-07 schemas, as older servers send them, are read in their own dialect", () => {
    const old = { $schema: "http://json-schema.org/draft-07/schema#", type: "array", items: [{ type: "string" }] };
    expect(inputOf(old, [1])).toMatchObject({ ok: false, code: "invalid_input" });
  });

  test("several patterns in one schema are each applied", () => {
    const two = { type: "object", properties: { a: { pattern: "^a$" }, b: { pattern: "^b$" } } };
    expect(inputOf(two, { a: "a", b: "b" })).toMatchObject({ ok: true });
    expect(inputOf(two, { a: "a", b: "a" })).toMatchObject({ ok: false });
    expect(inputOf(two, { a: "b", b: "b" })).toMatchObject({ ok: false });
  });

  test("a pattern that would hang a backtracking engine answers", () => {
    expect(inputOf({ type: "string", pattern: "^(a+)+$" }, `${"a".repeat(50_000)}!`)).toMatchObject({ ok: false });
  });
});
