import { mkdirSync, symlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { output } from "./contract.ts";
import { execute } from "./execute.ts";

const workspace = testWorkspace();

describe("list_files", () => {
  test("lists names with sizes in a stable order, one level deep, without hidden ones", async () => {
    workspace.put("b.txt", "four");
    workspace.put("a/deep/c.ts", "x");
    workspace.put(".env", "x");
    const result = await execute({}, context);
    expect(result).toEqual({
      path: workspace.path,
      entries: [
        { path: "a", kind: "folder" },
        { path: "b.txt", kind: "file", bytes: 4 },
      ],
      truncated: false,
    });
    expect(output.parse(result)).toEqual(result);
  });

  test("goes as deep as asked, and shows hidden names when asked", async () => {
    workspace.put("a/deep/c.ts", "x");
    workspace.put(".git/config", "x");
    const paths = async (call: Parameters<typeof execute>[0]) =>
      (await execute(call, context)).entries.map(({ path }) => path);
    expect(await paths({ depth: 2 })).toEqual(["a", "a/deep"]);
    expect(await paths({ depth: 3 })).toEqual(["a", "a/deep", "a/deep/c.ts"]);
    expect(await paths({ hidden: true, depth: 2 })).toEqual([".git", ".git/config", "a", "a/deep"]);
  });

  test.each([
    ["*.ts", ["a/b/two.ts", "one.ts"]],
    ["a/**", ["a", "a/b", "a/b/two.ts", "a/three.md"]],
    ["a/*", ["a/b", "a/three.md"]],
    ["**/t*.?s", ["a/b/two.ts"]],
    ["*/*.ts", []],
  ])("the pattern %s", async (glob, found) => {
    for (const name of ["one.ts", "a/b/two.ts", "a/three.md"]) workspace.put(name, "");
    expect((await execute({ glob, depth: 9 }, context)).entries.map(({ path }) => path)).toEqual(found);
  });

  test("a pattern made to be slow is not", async () => {
    workspace.put(`${"a".repeat(200)}`, "");
    expect((await execute({ glob: `${"*a".repeat(100)}b` }, context)).entries).toEqual([]);
    expect((await execute({ glob: `${"**/".repeat(30)}b`, depth: 16 }, context)).entries).toEqual([]);
  });

  test("cuts a long list and says so", async () => {
    for (let at = 0; at < 5; at += 1) workspace.put(`${at}`, "");
    const cut = await execute({ limit: 3 }, context);
    expect(cut).toMatchObject({ entries: [{ path: "0" }, { path: "1" }, { path: "2" }], truncated: true });
    expect(await execute({ limit: 5 }, context)).toMatchObject({ truncated: false });
  });

  test("names a link and does not go into it; starting at one is refused", async () => {
    symlinkSync(workspace.outside, join(workspace.path, "link"));
    expect(await readdir(join(workspace.path, "link")), "control: it leads there").toEqual(["secret"]);
    expect((await execute({ depth: 5 }, context)).entries).toEqual([{ path: "link", kind: "link" }]);
    await expect(execute({ path: "link" }, context)).rejects.toThrow("is a link");
  });

  test.each(["..", "../outside", "/", "/etc", "a/../../outside"])("%s is outside", async (path) => {
    mkdirSync(join(workspace.path, "a"));
    expect(await readdir(join(workspace.path, "../outside")), "control: it can be listed").toEqual(["secret"]);
    await expect(execute({ path }, context)).rejects.toMatchObject({ code: "path_refused" });
  });
});
