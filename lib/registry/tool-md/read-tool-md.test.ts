import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractOf, withLines } from "../contract-of.ts";
import { hashDefinition } from "../hash.ts";
import { prepareRegistration } from "../prepare-registration.ts";
import { readDefinition } from "../read-definition.ts";

const FRONT = `name: word_count
permission_level: none
safety_class: read
category: file_system
action_type: fs:read
idempotent: true
input:
  type: object
  properties:
    path: { type: string, minLength: 1 }
  required: [path]
  additionalProperties: false
output: { type: string }
policy:
  risk: low
  filesystem: { read: ["\${workspace}/**"], write: [] }
  network: { mode: none }
  environment: { allow: [] }
  exec: deny
command: [wc, -w, --, { input: /path }]`;

function toolMd(front = FRONT, body = "Counts the words of a text file."): string {
  return `---\n${front}\n---\n\n${body}\n`;
}

function contract(text: string) {
  const read = readDefinition(text);
  if (!read.ok) return read;
  const made = contractOf(read.value);
  if (!made.ok) return made;
  const prepared = withLines(read.value, prepareRegistration(made.value, { neighbours: [] }));
  return prepared.ok ? made : prepared;
}

/** The refusal's first error. */
function errorOf(text: string): unknown {
  const outcome = contract(text);
  return outcome.ok ? "it was accepted" : (outcome.details?.errors as unknown[] | undefined)?.[0];
}

describe("a TOOL.md", () => {
  test("becomes a contract: front matter in any spelling, the body as description", () => {
    expect(contract(toolMd())).toMatchObject({
      ok: true,
      value: {
        name: "word_count",
        description: "Counts the words of a text file.",
        egressClass: "none",
        safetyClass: "read",
        actionType: "fs:read",
        inputSchema: { required: ["path"] },
        runtime: { kind: "command", argv: ["wc", "-w", "--", { input: "/path" }] },
      },
    });
  });

  test("hashes alike whatever the line ends, the order of fields and the way YAML is written", () => {
    const hash = (text: string): string => {
      const outcome = contract(text);
      if (!outcome.ok) throw new Error(outcome.message);
      return hashDefinition(outcome.value);
    };
    const reordered = FRONT.replace("name: word_count\n", "").concat('\n"name": "word_count"   # the same');
    expect(hash(toolMd(reordered).replaceAll("\n", "\r\n"))).toBe(hash(toolMd()));
  });

  test.each<[string, string, string, number, RegExp]>([
    ["a misspelt field", "idempotent:", "idempotnet:", 7, /no field 'idempotnet'. Did you mean 'idempotent'/],
    ["a misspelt field deep inside", "exec: deny", "exce: deny", 20, /Did you mean 'exec'/],
    ["a value outside the list", "permission_level: none", "permission_level: admin", 3, /none.*read_only.*write/],
    [
      "a key given twice",
      "category: file_system",
      "category: file_system\ncategory: web",
      6,
      /category is given twice/,
    ],
    [
      "the same field in two spellings",
      "category:",
      "safetyClass: write\ncategory:",
      5,
      /says again what safetyClass says/,
    ],
    [
      "a schema in two spellings",
      "input:\n",
      "inputSchema: { type: object }\ninput:\n",
      9,
      /says again what inputSchema says/,
    ],
    ["an anchor", "  risk: low", "  risk: &r low", 16, /anchor/],
    ["an alias", "  risk: low", "  risk: *r", 16, /alias/i],
    ["a tag", "  risk: low", "  risk: !!str low", 16, /tag/],
    ["a merge key", "  risk: low", "  <<: { risk: low }", 16, /merge key/],
    ["a prototype", "  risk: low", "  __proto__: { risk: low }", 16, /__proto__/],
    ["an integer that would be rounded", "minLength: 1", "minLength: 9007199254740993", 11, /2\^53/],
    ["a number that JSON does not have", "minLength: 1", "minLength: .inf", 11, /cannot be kept/],
    ["a missing bracket", "required: [path]", "required: [path", 13, /end with a \]/],
    ["a tab as indentation", "  risk: low", "\trisk: low", 16, /Tabs/],
    ["a description in the front matter", "idempotent: true", "description: x", 7, /below the front matter/],
    ["an unknown category", "category: file_system", "category: cooking", 5, /file_system/],
    ["the action of another category", "category: file_system", "category: memory", 6, /memory:read, memory:write/],
    ["a network that its class denies", "mode: none", "mode: open", 3, /say egressClass read_only/],
    ["input that is no required value", "{ input: /path }", "{ input: /paht }", 21, /not a required single value/],
  ])("with %s is refused at its line", (_name, what, instead, line, message) => {
    expect(FRONT).toContain(what);
    expect(errorOf(toolMd(FRONT.replace(what, instead)))).toMatchObject({
      line,
      message: expect.stringMatching(message),
    });
  });

  test.each([
    ["front matter that does not end", "---\nname: x\n"],
    ["front matter that does not begin", "name: x\n---\n"],
    ["no description", `---\n${FRONT}\n---\n \n`],
    ["front matter that is a list", "---\n- a\n---\nx"],
    ["nothing in it", "---\n---\nx"],
  ])("with %s is refused", (_name, text) => {
    expect(readDefinition(text, "tool_md")).toMatchObject({ ok: false, code: "invalid_definition" });
  });

  test("of the documentation is one", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/tool-md.md"), "utf8");
    const [, example = ""] = /```markdown\n([\s\S]*?)```/.exec(page) ?? [];
    const read = readDefinition(example);
    expect(read).toMatchObject({ ok: true, value: { form: "tool_md" } });
    if (read.ok) expect(contractOf(read.value, "a".repeat(64))).toMatchObject({ ok: true });
    const [, wrong = ""] = /(TOOL\.md:7: .*)\n/.exec(page) ?? [];
    expect(contract(example.replace("action_type", "action_typ"))).toMatchObject({
      message: expect.stringContaining(wrong),
    });
    expect(wrong).not.toBe("");
  });

  test("accepts the seeds' words and writes ours", () => {
    const git = FRONT.replace("category: file_system", "category: git").replace("action_type: fs:read\n", "");
    expect(contract(toolMd(git))).toMatchObject({ value: { category: "version_control", actionType: "vcs:commit" } });
    const web = FRONT.replace("category: file_system", "category: network").replace("action_type: fs:read\n", "");
    expect(contract(toolMd(web))).toMatchObject({ value: { category: "web", actionType: "web:fetch" } });
    const base = FRONT.replace("category: file_system", "category: database").replace("fs:read", "database_write");
    expect(contract(toolMd(base))).toMatchObject({ value: { category: "database", actionType: "db:mutate" } });
  });

  test("may point at a file of code, whose hash whoever bundled it gives", () => {
    const front = FRONT.replace(/command: .*/, "execute: ./execute.ts");
    const read = readDefinition(toolMd(front));
    if (!read.ok) throw new Error(read.message);
    expect(contractOf(read.value)).toMatchObject({
      ok: false,
      details: { errors: [{ pointer: "/execute", line: 21 }] },
    });
    expect(contractOf(read.value, "a".repeat(64))).toMatchObject({ value: { runtime: { kind: "bundle" } } });
    const outside = front.replace("./execute.ts", "../../etc/execute.ts");
    expect(errorOf(toolMd(outside))).toMatchObject({
      line: 21,
      message: expect.stringContaining("beside the definition"),
    });
  });
});
