import { describe, expect, test } from "vitest";
import { findArguments } from "./find-arguments.ts";

const texts = (schema: Record<string, unknown>, name = "x") => ({
  type: "object",
  properties: { [name]: { type: "string", ...schema } },
});

describe("what is found", () => {
  test("says where, as what, and how it was found", () => {
    expect(findArguments({ path: "a" })).toEqual([{ kind: "path", pointer: "/path", text: "a", foundBy: "name" }]);
    expect(findArguments({ x: "a" }, { paths: [{ at: "/x", access: "write" }] })).toEqual([
      { kind: "path", pointer: "/x", text: "a", foundBy: "declaration", access: "write" },
    ]);
    expect(findArguments({ x: "a" }, { urls: [{ at: "/x" }] })).toEqual([
      { kind: "url", pointer: "/x", text: "a", foundBy: "declaration" },
    ]);
    expect(findArguments({ x: "urn:a" }, {}, texts({ format: "uri" }))).toEqual([
      { kind: "url", pointer: "/x", text: "urn:a", foundBy: "schema", format: "uri" },
    ]);
  });

  test("a path written as an address has to pass as both, unless only its name says address", () => {
    const paths = [{ at: "/url", access: "read" as const }];
    expect(findArguments({ url: "https://a" }, { paths })).toEqual([
      { kind: "path", pointer: "/url", text: "https://a", foundBy: "declaration", access: "read" },
      { kind: "url", pointer: "/url", text: "https://a", foundBy: "shape" },
    ]);
    expect(findArguments({ url: "a" }, { paths })).toHaveLength(1);
    // Declared as both, it is not judged a third time.
    expect(findArguments({ url: "https://a" }, { paths, urls: [{ at: "/url" }] })).toHaveLength(2);
  });

  test("one list of texts among others is enough to be content", () => {
    expect(findArguments({ x: "/etc" }, { text: [{ at: "/y" }, { at: "/x" }] })).toEqual([]);
    expect(findArguments({ x: "/etc" }, { text: [{ at: "/y" }] })).toHaveLength(1);
  });

  test("what the contract declares is not annotated twice", () => {
    const schema = texts({ "x-airlock": "host" });
    const kinds = (declared: Parameters<typeof findArguments>[1]) =>
      findArguments({ x: "a" }, declared, schema).map(({ kind }) => kind);
    expect(kinds({})).toEqual(["host"]);
    expect(
      kinds({
        paths: [
          { at: "/y", access: "read" },
          { at: "/x", access: "read" },
        ],
      }),
    ).toEqual(["path"]);
    expect(kinds({ urls: [{ at: "/x" }] })).toEqual(["url"]);
    expect(kinds({ text: [{ at: "/x" }] })).toEqual([]);
    expect(kinds({ text: [{ at: "/y" }] })).toEqual(["host"]);
  });

  test("a reference is an address where it has a host of its own", () => {
    const kinds = (text: string) =>
      findArguments({ x: text }, {}, texts({ format: "uri-reference" })).map(
        ({ kind, foundBy }) => `${kind} ${foundBy}`,
      );
    expect(kinds("https://a/x")).toEqual(["url schema"]);
    expect(kinds("//a/x")).toEqual(["url schema"]);
    expect(kinds("  //a/x")).toEqual(["url schema"]);
    expect(kinds("\\\\a\\x")).toEqual(["url schema"]);
    expect(kinds("a//b")).toEqual([]);
    expect(kinds("/a")).toEqual(["path shape"]);
  });
});

describe("where it is looked for", () => {
  test("a list goes by the name of what it stands in, whatever digits that has", () => {
    const found = (input: unknown) => findArguments(input).map(({ pointer, foundBy }) => `${pointer} ${foundBy}`);
    expect(found({ files: ["a", ["b"]] })).toEqual(["/files/0 name", "/files/1/0 name"]);
    expect(found({ path: { 1: "a" } })).toEqual(["/path/1 name"]);
    expect(found({ file: { x1: "a" } })).toEqual([]);
    expect(found({ file: { "1x": "a" } })).toEqual([]);
    expect(found("a")).toEqual([]);
    expect(found("/etc")).toEqual([" shape"]);
    expect(found([null, 1, true, undefined])).toEqual([]);
  });

  test("keys are looked at, and an index is no key", () => {
    expect(findArguments({ "/etc/x": 1 })).toEqual([
      { kind: "path", pointer: "/~1etc~1x", text: "/etc/x", foundBy: "shape" },
    ]);
    // A key has no name of its own to go by.
    expect(findArguments({ path: 1 })).toEqual([]);
    expect(findArguments([1, 2], { pathDetection: "strict" })).toEqual([]);
  });

  test("a declared place covers what it names and all below; a star is any one step", () => {
    const covered = (at: string, input: unknown) => findArguments(input, { text: [{ at }] }).length === 0;
    expect(covered("/a", { a: "/x" })).toBe(true);
    expect(covered("/a", { a: { b: ["/x"] } })).toBe(true);
    expect(covered("/*/b", { a: { b: "/x" } })).toBe(true);
    expect(covered("/*/b", { a: { c: "/x" } })).toBe(false);
    expect(covered("/a/b", { a: "/x" })).toBe(false);
    expect(covered("/a/*", { a: "/x" })).toBe(false);
    expect(covered("/a/c", { a: { b: "/x" } })).toBe(false);
    expect(covered("/a~1b", { "a/b": "/x" })).toBe(true);
  });
});
