import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { context, testWorkspace } from "../workspace.fixture.ts";
import { output } from "./contract.ts";
import { execute } from "./execute.ts";

const workspace = testWorkspace();

describe("delete_file", () => {
  test("deletes a file and an empty folder", async () => {
    const path = workspace.put("a.txt", "x");
    const result = await execute({ path: "a.txt" }, context);
    expect(result).toEqual({ path, kind: "file", entries: 1 });
    expect(output.parse(result)).toEqual(result);
    mkdirSync(join(workspace.path, "empty"));
    expect(await execute({ path: "empty" }, context)).toMatchObject({ kind: "folder", entries: 1 });
    expect(readdirSync(workspace.path)).toEqual([]);
  });

  test("a folder with something in it only when told so", async () => {
    workspace.put("build/deep/.hidden", "x");
    workspace.put("build/a", "x");
    await expect(execute({ path: "build" }, context)).rejects.toMatchObject({ code: "not_empty" });
    expect(await execute({ path: "build", recursive: true }, context)).toMatchObject({ kind: "folder", entries: 4 });
    expect(existsSync(join(workspace.path, "build"))).toBe(false);
  });

  test("counts before it deletes", async () => {
    for (const name of ["a", "b", "deep/c"]) workspace.put(`build/${name}`, "x");
    const call = { path: "build", recursive: true, maxEntries: 4 };
    await expect(execute(call, context)).rejects.toMatchObject({ code: "too_many_entries" });
    expect(readdirSync(join(workspace.path, "build"))).toEqual(["a", "b", "deep"]);
    expect(await execute({ ...call, maxEntries: 5 }, context)).toMatchObject({ entries: 5 });
  });

  test.each([".", "", "a/..", "/project"])("never the root, here as %j", async (path) => {
    workspace.put("a/x", "");
    await expect(execute({ path, recursive: true }, context)).rejects.toMatchObject({ code: "root_refused" });
    expect(readdirSync(workspace.path)).toEqual(["a"]);
  });

  test("deletes a link and not what it leads to, also deep in a folder", async () => {
    workspace.put("build/a", "x");
    symlinkSync(workspace.outside, join(workspace.path, "build/link"));
    symlinkSync(workspace.outside, join(workspace.path, "link"));
    expect(await execute({ path: "link" }, context)).toMatchObject({ kind: "link" });
    expect(await execute({ path: "build", recursive: true }, context)).toMatchObject({ entries: 3 });
    expect(readdirSync(workspace.outside)).toEqual(["secret"]);
  });

  test("does not go through a link or outside", async () => {
    symlinkSync(workspace.outside, join(workspace.path, "link"));
    for (const path of ["link/secret", "../outside/secret", join(workspace.outside, "secret")]) {
      await expect(execute({ path, recursive: true }, context), path).rejects.toThrow(/is a link|outside/);
    }
    expect(readdirSync(workspace.outside)).toEqual(["secret"]);
    await rm(join(workspace.path, "link/secret"));
    expect(readdirSync(workspace.outside), "control: by the bare path it goes").toEqual([]);
  });

  test("says by its own path that something is not there", async () => {
    const path = join(workspace.path, "none");
    await expect(execute({ path }, context)).rejects.toThrow(`no such file or directory, lstat '${path}'`);
  });
});
