import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readDefinition } from "./read-definition.ts";

const HONEST = {
  name: "search",
  description: "Finds pages.",
  inputSchema: { type: "object", properties: { query: { type: "string" } } },
};

/** The same honest definition with another text in place of its schema. */
function withSchema(schema: string): string {
  return `{"name":"search","description":"Finds pages.","inputSchema":${schema}}`;
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const properties = (count: number) =>
  `{"properties":{${Array.from({ length: count }, (_, index) => `"p${index}":{}`).join(",")}}}`;
const doubling = (levels: number) => {
  const defs = Array.from(
    { length: levels },
    (_, at) => `"d${at}":{"allOf":[{"$ref":"#/$defs/d${at + 1}"},{"$ref":"#/$defs/d${at + 1}"}]}`,
  );
  return `{"$ref":"#/$defs/d0","$defs":{${[...defs, `"d${levels}":{}`].join(",")}}}`;
};

/** What JSON.parse makes of it: the control for every text that a plain reader takes without a word. */
function isTakenByPlainParsing(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("reading a definition", () => {
  test("takes an MCP tool, our contract and a TOOL.md, and tells them apart", () => {
    expect(readDefinition(JSON.stringify(HONEST))).toMatchObject({
      ok: true,
      value: { form: "json", definition: HONEST },
    });
    expect(readDefinition(Buffer.from(`  ${JSON.stringify({ ...HONEST, safetyClass: "read" })}\n`))).toMatchObject({
      ok: true,
    });
    expect(readDefinition("---\nname: search\ninput: { type: object }\n---\nFinds pages.")).toMatchObject({
      ok: true,
      value: {
        form: "tool_md",
        definition: { name: "search", inputSchema: { type: "object" }, description: "Finds pages." },
      },
    });
  });

  test.each<[string, string, RegExp]>([
    ["10,000 properties", withSchema(properties(10_000)), /More than 5000 members/],
    ["200 levels", withSchema(nested(200)), /Nested deeper than 32/],
    ["200 levels of lists", withSchema(`${"[".repeat(200)}${"]".repeat(200)}`), /Nested deeper than 32/],
    ["a key given twice", '{"name":"a","name":"b"}', /given twice/],
    ["__proto__", withSchema('{"__proto__":{"polluted":true}}'), /__proto__/],
    ["__proto__ by an escape", withSchema('{"\\u005f_proto__":{}}'), /__proto__/],
    ["constructor", withSchema('{"properties":{"constructor":{"prototype":{}}}}'), /constructor/],
    ["a lone surrogate", '{"name":"a","description":"\\ud800"}', /surrogate/],
    ["an unsafe integer", withSchema('{"maximum":9007199254740993}'), /2\^53/],
    ["NUL", '{"name":"a","description":"x\\u0000y"}', /NUL/],
    ["a $ref to itself", withSchema('{"$ref":"#"}'), /leads back to itself/],
    [
      "a circle of $refs",
      withSchema(
        '{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"$ref":"#/$defs/y"},"y":{"$ref":"#/$defs/x"}}}',
      ),
      /leads back/,
    ],
    [
      "a $ref from inside what it names",
      withSchema('{"$defs":{"n":{"properties":{"next":{"$ref":"#/$defs/n"}}}}}'),
      /leads back/,
    ],
    ["a $ref by anchor to itself", withSchema('{"$anchor":"me","not":{"$ref":"#me"}}'), /leads back/],
    ["a $ref to nowhere", withSchema('{"$ref":"#/$defs/none"}'), /not a place in this schema/],
    ["a $ref to the network", withSchema('{"$ref":"https://example.com/schema.json"}'), /not a place in this schema/],
    ["$refs that double thirty times", withSchema(doubling(30)), /more than 20000 parts/],
    ["a dynamic reference", withSchema('{"$dynamicRef":"#node"}'), /not supported/],
    ["ReDoS bait", withSchema('{"pattern":"^(a+)+$"}'), /repeats what repeats/],
    ["ReDoS bait as a name", withSchema('{"patternProperties":{"^(\\\\w+\\\\s?)*$":{}}}'), /repeats what repeats/],
    ["65 patterns", withSchema(`{"allOf":[${Array(65).fill('{"pattern":"a"}').join(",")}]}`), /at most 64 patterns/],
    ["a schema that is none", withSchema("[]"), /A schema is an object/],
    ["no name", '{"description":"x"}', /has a name/],
    ["a list", "[1]", /JSON object/],
  ])("refuses %s, which plain parsing takes", (_name, text, message) => {
    expect(isTakenByPlainParsing(text)).toBe(true);
    expect(readDefinition(text)).toMatchObject({
      ok: false,
      code: "invalid_definition",
      message: expect.stringMatching(message),
    });
  });

  test("refuses bytes that are not UTF-8, which a lenient decoder would mend", () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"a'), Buffer.of(0xff), Buffer.from('"}')]);
    expect(isTakenByPlainParsing(bytes.toString("utf8"))).toBe(true);
    expect(readDefinition(bytes)).toMatchObject({ ok: false, code: "invalid_definition" });
    expect(readDefinition(Buffer.concat([Buffer.from("---\n"), bytes]))).toMatchObject({ ok: false });
  });

  test("an honest schema with references that end, and words of values, is taken", () => {
    const schema =
      '{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"},"$ref":{"type":"string"}},"$defs":{"x":{"default":{"$ref":"#"}}}}';
    expect(readDefinition(withSchema(schema))).toMatchObject({ ok: true });
  });

  test.each<[string, string]>([
    ["deep flow lists", `---\na: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n---\nx`],
    ["deep compact lists", `---\n${"- ".repeat(20_000)}x\n---\nx`],
    [
      "deep indentation",
      `---\n${Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")}\n---\nx`,
    ],
    ["10,000 keys", `---\n${Array.from({ length: 10_000 }, (_, index) => `k${index}: 1`).join("\n")}\n---\nx`],
    ["a billion laughs", `---\na: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n---\nx`],
  ])("refuses a TOOL.md with %s at a line", (_name, text) => {
    expect(readDefinition(text)).toMatchObject({
      ok: false,
      code: "invalid_definition",
      message: expect.stringMatching(/^TOOL\.md:\d+: /),
    });
  });

  test("5 MB are refused before a character of them is looked at", () => {
    const text = withSchema(`{"x":"${"x".repeat(5_000_000)}"}`);
    expect(readDefinition(text)).toMatchObject({ ok: false, code: "input_too_large" });
    expect(readDefinition(Buffer.alloc(5_000_000, 0xff), "tool_md")).toMatchObject({
      ok: false,
      code: "input_too_large",
    });
  });

  test("all of it fits a process with a heap of 48 MB, in which parsing the same plainly runs out", {
    timeout: 60_000,
  }, () => {
    const run = (what: "ours" | "plain") =>
      spawnSync(
        process.execPath,
        [
          "--max-old-space-size=48",
          "--stack-size=600",
          join(import.meta.dirname, "hostile-definitions.fixture.mjs"),
          what,
        ],
        { encoding: "utf8" },
      );
    const ours = run("ours");
    expect({ status: ours.status, stderr: ours.stderr }).toEqual({ status: 0, stderr: "" });
    const lines = ours.stdout.trim().split("\n");
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) expect(line).toMatch(/: (invalid_definition|input_too_large)$/);
    expect(run("plain").stderr).toMatch(/heap out of memory|Maximum call stack|Invalid string length/);
  });
});
