import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { output } from "./contract.ts";
import { execute } from "./execute.ts";

const workspace = testWorkspace();

describe("search_files", () => {
  test("finds a text with its place, in the order of the paths", async () => {
    workspace.put("b.txt", "nothing\r\nthe needle. and the needle.\r\n");
    workspace.put("a/c.txt", "needle.");
    workspace.put(".hidden", "needle.");
    const result = await execute({ pattern: "needle." }, context);
    expect(result).toEqual({
      path: workspace.path,
      matches: [
        { path: "a/c.txt", line: 1, column: 1, text: "needle." },
        { path: "b.txt", line: 2, column: 5, text: "the needle. and the needle." },
      ],
      filesSearched: 2,
      filesSkipped: 0,
      truncated: false,
    });
    expect(output.parse(result)).toEqual(result);
  });

  test("a text is a text, a regex a regex, and case counts unless told", async () => {
    workspace.put("a.txt", "a.c\nabc\nABC\n");
    const lines = async (call: Parameters<typeof execute>[0]) =>
      (await execute(call, context)).matches.map(({ line }) => line);
    expect(await lines({ pattern: "a.c" })).toEqual([1]);
    expect(await lines({ pattern: "a.c", kind: "regex" })).toEqual([1, 2]);
    expect(await lines({ pattern: "^A.c$", kind: "regex", ignoreCase: true })).toEqual([1, 2, 3]);
    expect(await lines({ pattern: "ABc", ignoreCase: true })).toEqual([2, 3]);
    expect(await lines({ pattern: "abc", glob: "*.md" })).toEqual([]);
  });

  test("skips what is no text, too large, or a pipe that nobody writes to", async () => {
    workspace.put("a.bin", Uint8Array.of(0, 120));
    workspace.put("large.txt", "x".repeat(2_097_153));
    workspace.put("latin.txt", Uint8Array.of(0x78, 0xe9));
    execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', join(workspace.path, "pipe")]);
    expect(await execute({ pattern: "x" }, context)).toMatchObject({ matches: [], filesSearched: 0, filesSkipped: 3 });
  });

  test("cuts long lines around the match, and long answers with a word", async () => {
    workspace.put("a.txt", `${"-".repeat(5000)}needle${"-".repeat(5000)}`);
    const [match] = (await execute({ pattern: "needle" }, context)).matches;
    expect(match).toMatchObject({ column: 5001 });
    expect(match?.text).toHaveLength(400);
    expect(match?.text).toContain("needle");
    workspace.put("b.txt", "x\n".repeat(10));
    expect(await execute({ pattern: "x", maxMatches: 9 }, context)).toMatchObject({ truncated: true });
    expect(await execute({ pattern: "x", maxMatches: 10 }, context)).toMatchObject({ truncated: false });
  });

  test("a pattern that hangs other engines does not hang this one", async () => {
    workspace.put("a.txt", `${"a".repeat(20_000)}!`);
    const result = await execute({ pattern: "(a+)+$", kind: "regex" }, context);
    expect(result).toMatchObject({ matches: [], truncated: false });
  });

  test("looks through no link and at nothing outside", async () => {
    symlinkSync(workspace.outside, join(workspace.path, "out"));
    symlinkSync(join(workspace.outside, "secret"), join(workspace.path, "link"));
    expect(readFileSync(join(workspace.path, "link"), "utf8"), "control: it leads there").toContain("somebody else");
    expect(await execute({ pattern: "somebody" }, context)).toMatchObject({ matches: [], filesSearched: 0 });
    await expect(execute({ pattern: "somebody", path: "out" }, context)).rejects.toThrow("is a link");
    await expect(execute({ pattern: "somebody", path: "../outside" }, context)).rejects.toMatchObject({
      code: "path_refused",
    });
  });
});
