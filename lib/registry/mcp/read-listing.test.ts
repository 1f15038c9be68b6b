import { describe, expect, test } from "vitest";
import { readListing } from "./read-listing.ts";

const bytes = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
const tool = (name: string, more: Record<string, unknown> = {}) => ({ name, inputSchema: { type: "object" }, ...more });
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("a listed tool", () => {
  test("is taken with everything that its server says of it", () => {
    const given = tool("read", { description: "Reads.", novelty: { deep: [1, null] }, _meta: { v: 1 } });
    expect(readListing([bytes(given)])).toEqual([{ upstream: "read", definition: given, problem: null }]);
  });

  test.each([
    ["a key given twice", '{"name":"x","inputSchema":{"type":"object","type":"string"}}', "A key is given twice"],
    ["half a surrogate pair", '{"name":"x","inputSchema":{},"description":"\\ud800"}', "surrogate"],
    ["an integer nobody can hold", '{"name":"x","inputSchema":{"maximum":9007199254740993}}', "integer"],
    ["a NUL", '{"name":"x","inputSchema":{},"description":"a\\u0000"}', "NUL"],
    ["200 levels", `{"name":"x","inputSchema":${nested(200)}}`, "deeper"],
    ["a prototype", '{"name":"x","inputSchema":{"properties":{"__proto__":{"type":"string"}}}}', "__proto__"],
    ["a reference to itself", { name: "x", inputSchema: { $ref: "#" } }, "/inputSchema"],
    [
      "10,000 properties",
      { name: "x", inputSchema: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [i, 1])) },
      "",
    ],
    ["five megabytes", tool("x", { description: "x".repeat(5_000_000) }), "bytes"],
    ["a name that is none", { name: "", inputSchema: {} }, "/name"],
    ["no schema", { name: "x" }, "/inputSchema"],
    ["a schema that is a list", { name: "x", inputSchema: [] }, "/inputSchema"],
    ["no object", "3", ""],
  ])("with %s is malformed, and its neighbours are not", (_case, given, words) => {
    const [bad, good] = readListing([bytes(given), bytes(tool("good"))]);
    expect(bad).toMatchObject({ definition: null, problem: { code: "malformed" } });
    expect(bad?.problem?.message).toContain(words);
    expect(good?.problem).toBeNull();
  });

  test("that is not text is malformed under the name that can still be read", () => {
    const raw = Buffer.concat([bytes('{"name":"seen","inputSchema":{},"x":"'), Buffer.of(0xc3, 0x28), bytes('"}')]);
    expect(readListing([raw])).toMatchObject([{ upstream: "seen", problem: { code: "malformed" } }]);
    expect(readListing([bytes("{"), bytes('{"name":4}')]).map(({ upstream }) => upstream)).toEqual(["#1", "#2"]);
  });

  test("that shares its name with another is refused, and so is the other", () => {
    const listed = readListing([
      bytes(tool("a", { title: "one" })),
      bytes(tool("b")),
      bytes(tool("a", { title: "two" })),
    ]);
    expect(listed.map(({ problem }) => problem?.code ?? null)).toEqual(["duplicate_name", null, "duplicate_name"]);
  });

  test("has a name and a reason that can be written down, wherever they had to be cut", () => {
    const long = `${"a".repeat(255)}\u{1f600}`;
    const explosive = `(a+)+${"b".repeat(74)}\u{1f600}`;
    const tools = readListing([
      bytes({ name: long, inputSchema: 7 }),
      bytes(tool("x", { inputSchema: { type: "object", properties: { a: { type: "string", pattern: explosive } } } })),
      bytes(tool("y", { inputSchema: { type: "object", $ref: `#/${"c".repeat(77)}\u{1f600}` } })),
    ]);
    expect(tools.map(({ problem }) => problem?.code)).toEqual(["malformed", "malformed", "malformed"]);
    for (const { upstream, problem } of tools) expect(`${upstream} ${problem?.message}`.isWellFormed()).toBe(true);
    expect(long.slice(0, 256).isWellFormed()).toBe(false);
  });
});
