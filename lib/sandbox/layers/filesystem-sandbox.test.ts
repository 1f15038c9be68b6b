import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { done } from "#lib/errors/outcome.ts";
import { FilesystemSandbox } from "./filesystem-sandbox.ts";
import type { ToolCall, ToolEvent, ToolHost } from "./tool-host.ts";

let base: string;
let root: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "airlock-layers-")));
  root = join(base, "work");
  mkdirSync(join(root, "deep/er"), { recursive: true });
  mkdirSync(join(base, "elsewhere"));
  writeFileSync(join(base, "elsewhere/secret"), "s");
  writeFileSync(join(root, "own"), "o");
  symlinkSync(join(base, "elsewhere"), join(root, "out"));
  symlinkSync(join(base, "elsewhere/not-there-yet"), join(root, "dangling"));
  symlinkSync("own", join(root, "inner-link"));
  symlinkSync("loop", join(root, "loop"));
  symlinkSync(root, join(base, "way-in"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A host that says what reached it. */
const ECHO: ToolHost = {
  listTools: async () => [{ name: "echo", description: "" }],
  prepare: async () => done({ policy: {}, command: { kind: "argv", argv: ["true"] } }),
  async *call(call: ToolCall): AsyncIterable<ToolEvent> {
    yield { type: "result", call, result: { ok: true, output: "reached" } };
  },
};

async function outcome(args: Record<string, unknown>, roots: [string, ...string[]] = [root]): Promise<string> {
  const call = { id: "1", tool: "echo", arguments: args };
  const layer = new FilesystemSandbox(ECHO, { roots });
  for await (const event of layer.call(call)) {
    if (event.type !== "result") continue;
    // Whoever runs it elsewhere hears the same.
    expect((await layer.prepare(call)).ok).toBe(event.result.ok);
    return event.result.ok ? "reached" : event.result.message;
  }
  throw new Error("There was no result.");
}

describe("the three refusals, word for word", () => {
  test("a path elsewhere", async () => {
    expect(await outcome({ path: "/etc/passwd" })).toBe("ERROR: path '/etc/passwd' is outside the allowed roots");
  });

  test("a path that climbs", async () => {
    const path = "../../etc/passwd";
    expect(await outcome({ path })).toBe(`ERROR: path '${path}' resolves outside ['${root}']`);
    expect(await outcome({ path: `${root}/../elsewhere` })).toContain(`resolves outside ['${root}']`);
  });

  test("a link that leads elsewhere, also to what is not there yet", async () => {
    const refusal = (target: string): string => `ERROR: symlink target '${target}' is outside the allowed roots`;
    expect(await outcome({ path: "out/secret" })).toBe(refusal(join(base, "elsewhere/secret")));
    expect(await outcome({ path: join(root, "dangling") })).toBe(refusal(join(base, "elsewhere/not-there-yet")));
    expect(await outcome({ path: "loop" })).toContain("ERROR: symlink target");
  });
});

describe("where it looks", () => {
  test.each([
    ["under a name that says so, without a separator", { filename: ".." }],
    ["under such a name, in other spellings", { outputFile: "~root" }],
    ["under any name, by the separator", { note: "/etc/passwd" }],
    ["with the other separator", { note: "..\\..\\etc\\passwd" }],
    ["deep inside", { options: { list: [{ target: { x: "../../x" } }] } }],
    ["in lists", { files: ["own", "/etc/passwd"] }],
    ["in keys", { contents: { "/etc/passwd": "x" } }],
    ["percent-encoded", { path: "%2e%2e%2f%2e%2e%2fetc" }],
    ["percent-encoded twice, under any name", { note: "%252e%252e%252f%252e%252e%252fetc" }],
    ["as a file's address", { note: "file:///etc/passwd" }],
    ["with spaces around", { path: "  /etc/passwd" }],
    ["on a drive", { path: "C:\\Windows" }],
    ["with a NUL", { path: "own\0/../../etc" }],
  ])("%s", async (_case, args) => expect(await outcome(args)).toMatch(/^ERROR: /));

  test.each([
    ["a file of the root", { path: "own" }],
    ["by its whole path", { file: "ROOT/deep/er/new" }],
    ["a link that stays inside", { path: "inner-link" }],
    ["text that only looks a little like one", { note: "either/or", mime: "application/json" }],
    ["numbers, words, nothing", { count: 3, mode: "fast", none: null }],
  ])("%s is let through", async (_case, args) => {
    const placed = JSON.parse(JSON.stringify(args).replaceAll("ROOT", root)) as Record<string, unknown>;
    expect(await outcome(placed)).toBe("reached");
  });

  test("a root that is itself behind a link is the place it leads to", async () => {
    const way: [string] = [join(base, "way-in")];
    expect(await outcome({ path: join(base, "way-in/own") }, way)).toBe("reached");
    expect(await outcome({ path: join(base, "way-in/out/secret") }, way)).toContain("symlink target");
  });
});
