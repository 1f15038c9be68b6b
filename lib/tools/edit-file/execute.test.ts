import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { output } from "./contract.ts";
import { execute } from "./execute.ts";

const workspace = testWorkspace();
const replace = (oldText: string, newText: string, count?: number) => ({
  kind: "replace" as const,
  oldText,
  newText,
  ...(count === undefined ? {} : { count }),
});
const lines = (from: number, to: number, newText: string, oldText?: string) => ({
  kind: "lines" as const,
  ...{ from, to, newText },
  ...(oldText === undefined ? {} : { oldText }),
});

describe("edit_file", () => {
  test("replaces the text that is there, keeps the mode, and leaves nothing else behind", async () => {
    const path = workspace.put("run.sh", "a\nold $& text\nb\n");
    chmodSync(path, 0o755);
    const result = await execute({ path: "run.sh", edit: replace("old $& text", "$1 new") }, context);
    expect(result).toEqual({ path, replacements: 1, line: 2, bytes: 11 });
    expect(output.parse(result)).toEqual(result);
    expect(readFileSync(path, "utf8")).toBe("a\n$1 new\nb\n");
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(readdirSync(workspace.path)).toEqual(["run.sh"]);
  });

  test.each([
    ["is not there", replace("z", "x"), "text_not_found"],
    ["is there more often than once", replace("a", "x"), "text_found_elsewhere"],
    ["is there less often than said", replace("a", "x", 3), "text_found_elsewhere"],
    ["is not what the lines hold", lines(1, 1, "x", "b"), "lines_differ"],
    ["begins after the end", lines(4, 4, "x"), "no_such_line"],
    ["ends before it begins", lines(3, 1, "x"), "no_such_line"],
  ])("changes nothing when what was said %s", async (_what, edit, code) => {
    const path = workspace.put("a.txt", "a\nb\na\n");
    await expect(execute({ path, edit }, context)).rejects.toMatchObject({ code });
    expect(readFileSync(path, "utf8")).toBe("a\nb\na\n");
  });

  test("replaces as often as said", async () => {
    const path = workspace.put("a.txt", "a b a");
    expect(await execute({ path, edit: replace("a", "aa", 2) }, context)).toMatchObject({ replacements: 2 });
    expect(readFileSync(path, "utf8")).toBe("aa b aa");
  });

  test.each([
    ["a line", "1\n2\n3\n", lines(2, 2, "two"), "1\ntwo\n3\n"],
    ["a line of CRLF", "1\r\n2\r\n", lines(2, 2, "two", "2"), "1\r\ntwo\r\n"],
    ["the last line, which has no end", "1\n2", lines(2, 2, "two"), "1\ntwo"],
    ["nothing, at the top", "1\n", lines(1, 0, "0\n"), "0\n1\n"],
    ["nothing, after the last line", "1", lines(2, 1, "2"), "1\n2"],
    ["lines by nothing", "1\n2\n3\n", lines(1, 2, ""), "3\n"],
    ["nothing, in an empty file", "", lines(1, 0, "1"), "1"],
  ])("replaces %s", async (_what, before, edit, after) => {
    const path = workspace.put("a.txt", before);
    await execute({ path, edit }, context);
    expect(readFileSync(path, "utf8")).toBe(after);
  });

  test("refuses what is no text, and a cleaned copy", async () => {
    const path = workspace.put("a.bin", Uint8Array.of(0xff, 0x61));
    await expect(execute({ path, edit: replace("a", "b") }, context)).rejects.toMatchObject({ code: "not_text" });
    const large = workspace.put("large.txt", "a".repeat(1_048_577));
    await expect(execute({ path: large, edit: lines(1, 1, "") }, context)).rejects.toMatchObject({ code: "not_text" });
    const marked = replace("a", "⟦credential: github #1⟧");
    await expect(execute({ path, edit: marked }, context)).rejects.toMatchObject({ code: "cleaned_copy" });
  });

  test("goes through no link and to no file outside", async () => {
    symlinkSync(workspace.outside, join(workspace.path, "out"));
    symlinkSync(join(workspace.outside, "secret"), join(workspace.path, "link"));
    writeFileSync(join(workspace.path, "link"), "by the link");
    expect(readFileSync(join(workspace.outside, "secret"), "utf8"), "control: it leads there").toBe("by the link");
    for (const path of ["out/secret", "link", "../outside/secret", join(workspace.outside, "secret")]) {
      await expect(execute({ path, edit: replace("by", "x") }, context), path).rejects.toThrow(/link|ELOOP|outside/);
    }
    expect(readFileSync(join(workspace.outside, "secret"), "utf8")).toBe("by the link");
  });
});
