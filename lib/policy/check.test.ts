import { beforeAll, describe, expect, test } from "vitest";
import type { ToolContract } from "#lib/registry/contract.ts";
import { shippedTools } from "#lib/tools/register.ts";
import { ACCESS_GRANTS } from "./access-level.ts";
import { type CheckRequest, checkCall } from "./check.ts";

const tools: Record<string, ToolContract> = {};
beforeAll(async () => {
  for (const { contract } of await shippedTools()) tools[contract.name] = contract;
});

function check(tool: string, input: unknown, change: Partial<CheckRequest> = {}) {
  const contract = tools[tool];
  if (!contract) throw new Error(tool);
  return checkCall({
    contract,
    versionState: "approved",
    input,
    accessLevel: "restricted",
    grant: ACCESS_GRANTS.restricted,
    roots: { workspace: "/w" },
    ...change,
  });
}

const edit = (newText: string) => ({ path: "a", edit: { kind: "replace", oldText: "x", newText } });

describe("the check stage, on the shipped tools", () => {
  test("a good call passes with its canonical text and a line for every check", () => {
    const outcome = check("read_file", { path: "a.txt", maxBytes: 10 });
    expect(outcome).toMatchObject({ ok: true, value: { canonicalInput: '{"maxBytes":10,"path":"a.txt"}' } });
    if (outcome.ok) {
      expect(outcome.value.lines.map(({ rule, concluded }) => [rule, concluded])).toEqual([
        ["contract.version", "pass"],
        ["contract.input", "pass"],
        ["level.category", "pass"],
        ["gate.path", "pass"],
      ]);
    }
  });

  test("content that looks like a path is content", () => {
    expect(check("write_file", { path: "a", content: "/etc/passwd" })).toMatchObject({ ok: true });
  });

  test.each([
    ["an input that does not fit", "read_file", { file: "a" }, "invalid_input"],
    ["a path outside", "read_file", { path: "/etc/passwd" }, "path_refused"],
    ["a path outside, for writing", "write_file", { path: "../x", content: "" }, "path_refused"],
    ["a host that is not listed", "http_fetch", { url: "https://evil.test/" }, "host_refused"],
    ["an input that is no object", "read_file", ["a"], "invalid_input"],
    ["a value JSON cannot say", "read_file", { path: undefined }, "invalid_input"],
    ["a NUL, however it came", "write_file", { path: "a", content: "a\0b" }, "malformed_request"],
    [
      "a mark of the cleaner",
      "write_file",
      { path: "a", content: "key: ⟦credential: github #1 k3f9⟧" },
      "cleaned_copy",
    ],
    ["one without a nonce, deep inside", "edit_file", edit("x ⟦cut: 12 characters⟧ y"), "cleaned_copy"],
    [
      "one in a message",
      "git_commit",
      { repository: "r", paths: ["."], message: "⟦credential: github #2 k3f9⟧" },
      "cleaned_copy",
    ],
    [
      "one as a JSON file writes it",
      "write_file",
      { path: "a", content: '{"k":"\\u27e6cut: 1 characters\\u27e7"}' },
      "cleaned_copy",
    ],
    ["an input of 300 KB", "write_file", { path: "a", content: "x".repeat(300_000) }, "input_too_large"],
  ])("%s is refused, and the refusal carries its lines", (_name, tool, input, code) => {
    const outcome = check(tool, input);
    expect(outcome).toMatchObject({ ok: false, code });
    if (!outcome.ok) expect(outcome.lines.some(({ concluded }) => concluded === "deny")).toBe(true);
  });

  test("a mark is refused by its place, where something is written, and nowhere else", () => {
    expect(check("edit_file", edit("⟦cut: 12 characters⟧"))).toMatchObject({
      details: { errors: [{ pointer: "/edit/newText" }] },
      lines: expect.arrayContaining([expect.objectContaining({ rule: "input.marker", concluded: "deny" })]),
    });
    expect(check("search_files", { pattern: "⟦cut: 12 characters⟧" }), "reading").toMatchObject({ ok: true });
    expect(check("write_file", { path: "a", content: "⟦e₁⟧ = ⟦cutoff⟧" }), "mathematics").toMatchObject({ ok: true });
  });

  test("a sandboxed agent has no web tools", () => {
    const outcome = check(
      "http_fetch",
      { url: "https://example.com/" },
      { accessLevel: "sandboxed", grant: ACCESS_GRANTS.sandboxed },
    );
    expect(outcome).toMatchObject({ ok: false, canonicalInput: '{"url":"https://example.com/"}' });
    if (!outcome.ok)
      expect(outcome.lines).toContainEqual(expect.objectContaining({ rule: "level.category", concluded: "deny" }));
  });

  test("a level that refuses the category says so, when nothing else does", () => {
    const contract = { ...tools.read_file, category: "terminal", actionType: "exec:command" } as ToolContract;
    const outcome = check("read_file", { path: "a" }, { contract });
    expect(outcome).toMatchObject({ ok: false, code: "access_refused" });
    const denial = !outcome.ok && outcome.lines.find(({ concluded }) => concluded === "deny");
    expect(!outcome.ok && denial && outcome.message.startsWith(denial.sentence)).toBe(true);
  });

  test.each(["review", "rejected", "quarantined", "retired"] as const)(
    "a version in state %s is not checked any further for the agent",
    (versionState) => {
      expect(check("read_file", { path: "a" }, { versionState })).toMatchObject({
        ok: false,
        code: "tool_not_runnable",
      });
    },
  );

  test("what is checked is what is written down, not what a getter says the second time", () => {
    let asked = 0;
    const shifty = {
      get path() {
        asked += 1;
        return asked === 1 ? "a.txt" : "/etc/passwd";
      },
    };
    expect(check("read_file", shifty)).toMatchObject({
      ok: true,
      value: { canonicalInput: '{"path":"a.txt"}', input: { path: "a.txt" } },
    });
  });
});

describe("what the lines say, word for word", () => {
  const lineOf = (rule: string, outcome: ReturnType<typeof check>) => {
    const found = (outcome.ok ? outcome.value.lines : outcome.lines).find((line) => line.rule === rule);
    return found && `${found.stage} ${found.concluded}: ${found.saw} | ${found.sentence}`;
  };

  test("of a call that is in order", () => {
    const outcome = check("read_file", { path: "a" });
    expect(lineOf("contract.version", outcome)).toBe(
      "check pass: version approved | The version in force was approved.",
    );
    expect(lineOf("contract.input", outcome)).toBe("check pass: schema | The input fits the tool's schema.");
  });

  test("of a version that may not run", () => {
    const outcome = check("read_file", { path: "a" }, { versionState: "retired" });
    expect(lineOf("contract.version", outcome)).toBe(
      "check deny: version retired | read_file has no version that may run.",
    );
    expect(outcome).toMatchObject({ message: "read_file has no version that may run." });
  });

  test("of an input that does not fit, with how many fields, or whose schema cannot be used", () => {
    const says = "The input does not fit the tool's schema.";
    expect(lineOf("contract.input", check("read_file", { file: "a", more: 1 }))).toMatch(
      new RegExp(`^check deny: [1-9] field errors \\| ${says}$`),
    );
    const broken = { ...tools.read_file, inputSchema: { type: "no such type" } } as unknown as ToolContract;
    expect(lineOf("contract.input", check("read_file", { path: "a" }, { contract: broken }))).toBe(
      `check deny: unusable schema | ${says}`,
    );
  });

  test("of one that JSON cannot say", () => {
    const outcome = check("read_file", { path: Number.NaN });
    expect(outcome).toMatchObject({
      ok: false,
      details: { errors: [{ pointer: "/path", message: expect.any(String) }] },
    });
    expect(outcome).not.toHaveProperty("canonicalInput");
    if (!outcome.ok) {
      expect(outcome.lines).toEqual([
        {
          rule: "contract.input",
          stage: "check",
          concluded: "deny",
          saw: "not canonical JSON",
          sentence: "The input is not JSON that can be kept exactly.",
        },
      ]);
    }
  });

  test("of a copy of ours", () => {
    const outcome = check("write_file", { path: "a", content: "⟦cut: 12 characters⟧" });
    expect(lineOf("input.marker", outcome)).toBe(
      "check deny: 1 marked values | The input holds a mark of the cleaner where something was removed.",
    );
    expect(outcome).toMatchObject({
      details: { errors: [{ pointer: "/content", message: "holds a mark in place of something that was removed" }] },
    });
  });

  test("a fault of ours is not taken for one of the input", () => {
    const hostile = {
      get path(): string {
        throw new TypeError("ours");
      },
    };
    expect(() => check("read_file", hostile)).toThrow("ours");
  });

  test("what writes is known by its classes", () => {
    const input = { path: "⟦cut: 12 characters⟧" };
    const marked = (change: Partial<ToolContract>) => {
      const contract = { ...tools.read_file, ...change } as ToolContract;
      return lineOf("input.marker", check("read_file", input, { contract })) !== undefined;
    };
    expect(marked({})).toBe(false);
    expect(marked({ safetyClass: "network", egressClass: "read_only" })).toBe(false);
    expect(marked({ egressClass: "write" })).toBe(true);
    for (const safetyClass of ["write", "financial", "privileged"] as const) expect(marked({ safetyClass })).toBe(true);
  });

  test("a tool that the agent's entry allows by name is not asked for its category, and a profile's reach is kept to", () => {
    const contract = { ...tools.read_file, category: "web", actionType: "web:fetch" } as ToolContract;
    const change = { contract, accessLevel: "sandboxed", grant: ACCESS_GRANTS.sandboxed } as const;
    expect(check("read_file", { path: "a" }, change)).toMatchObject({ ok: false, code: "access_refused" });
    expect(check("read_file", { path: "a" }, { ...change, permission: "allowed" })).toMatchObject({ ok: true });
    const narrowings = [{ read: ["${workspace}/docs/**"] }];
    expect(check("read_file", { path: "a" }, { narrowings })).toMatchObject({ ok: false, code: "path_refused" });
    expect(check("read_file", { path: "docs/a" }, { narrowings })).toMatchObject({ ok: true });
  });
});
