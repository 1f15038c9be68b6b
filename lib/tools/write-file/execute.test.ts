import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Markers } from "#lib/sanitise/marker.ts";
import { openFolder, within } from "../file-access/open-folder.ts";
import { output } from "./contract.ts";
import { execute } from "./execute.ts";

const context = { idempotencyKey: "call-1", agentId: "a" };
let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), "airlock-write-"));
  vi.spyOn(process, "cwd").mockReturnValue(workspace);
});
afterEach(() => rm(workspace, { recursive: true }));

describe("write_file", () => {
  test("writes a new file and says so", async () => {
    const path = join(workspace, "a.txt");
    const result = await execute({ path, content: "é" }, context);
    expect(result).toEqual({ path, bytes: 2, replaced: false });
    expect(output.parse(result)).toEqual(result);
    expect(await readFile(path, "utf8")).toBe("é");
  });

  test("replaces a file, keeps its mode, and leaves nothing else behind", async () => {
    const path = join(workspace, "run.sh");
    await writeFile(path, "old");
    await chmod(path, 0o766);
    expect(await execute({ path, content: "new" }, context)).toMatchObject({ replaced: true });
    expect(await readFile(path, "utf8")).toBe("new");
    expect((await stat(path)).mode & 0o777).toBe(0o766);
    expect(await readdir(workspace)).toEqual(["run.sh"]);
  });

  test("the same call a second time has the same effect, even over the draft of a killed first one", async () => {
    const path = join(workspace, "a.txt");
    await execute({ path, content: "x" }, context);
    const { ino } = await stat(path);
    const key = createHash("sha256").update(context.idempotencyKey).digest("hex").slice(0, 32);
    await writeFile(join(workspace, `.airlock-${key}.tmp`), "half of x");
    expect(await execute({ path, content: "x" }, context)).toMatchObject({ replaced: true });
    expect((await stat(path)).ino).not.toBe(ino);
    expect(await readdir(workspace)).toEqual(["a.txt"]);
  });

  test("refuses to write onto a link or a directory, and leaves what the link points to alone", async () => {
    const outside = join(workspace, "outside.txt");
    await writeFile(outside, "keep");
    const link = join(workspace, "link");
    await symlink(outside, link);
    await expect(execute({ path: link, content: "x" }, context)).rejects.toThrow("not a regular file");
    expect(await readFile(outside, "utf8")).toBe("keep");
    await mkdir(join(workspace, "folder"));
    await expect(execute({ path: "folder", content: "x" }, context)).rejects.toThrow("not a regular file");
    await rm(join(workspace, "folder"), { recursive: true });
    expect((await readdir(workspace)).sort()).toEqual(["link", "outside.txt"]);
  });

  test("makes parent directories only when asked to", async () => {
    const path = join(workspace, "a/b/c.txt");
    await expect(execute({ path, content: "x" }, context)).rejects.toThrow(/ENOENT/);
    expect(await execute({ path, content: "x", createDirectories: true }, context)).toMatchObject({ replaced: false });
  });

  test("refuses a path that leads through a link, says which part is one, and touches nothing behind it", async () => {
    const hooks = join(workspace, "project/hooks");
    await mkdir(hooks, { recursive: true });
    await symlink(hooks, join(workspace, "out"));
    await writeFile(join(workspace, "out/control"), "");
    expect(await readdir(hooks), "control: the link does lead there").toEqual(["control"]);
    for (const [path, createDirectories] of [
      ["out/pre-commit", false],
      ["out/pre-commit", true],
      ["out/new/pre-commit", true],
      ["out/../out/control", false],
    ] as const) {
      const call = { path: join(workspace, path), content: "x", createDirectories };
      await expect(execute(call, context), path).rejects.toThrow(`${join(workspace, "out")} is a link`);
    }
    expect(await readdir(hooks)).toEqual(["control"]);
    expect(await readFile(join(hooks, "control"), "utf8")).toBe("");
  });

  test("a folder swapped for a link while it writes does not take the file along", async () => {
    const folder = join(workspace, "out");
    const other = join(workspace, "hooks");
    await mkdir(folder);
    await mkdir(other);
    const open = await openFolder(folder);
    await rename(folder, join(workspace, "moved"));
    await symlink(other, folder);
    await writeFile(within(open, "a.txt"), "x");
    await open.close();
    expect(await readdir(other)).toEqual([]);
    expect(await readdir(join(workspace, "moved"))).toEqual(["a.txt"]);
  });

  test("refuses a path outside the workspace, without asking the gate", async () => {
    const outside = `${workspace}-outside`;
    await expect(execute({ path: outside, content: "x" }, context)).rejects.toMatchObject({ code: "path_refused" });
    await expect(execute({ path: `../${basename(outside)}`, content: "x" }, context)).rejects.toMatchObject({
      code: "path_refused",
    });
    await expect(stat(outside)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("an error names the path that was asked for", async () => {
    const path = join(workspace, "none/a.txt");
    await expect(execute({ path, content: "x" }, context)).rejects.toThrow(
      `ENOENT: no such file or directory, open '${join(workspace, "none")}'`,
    );
  });

  test.each([
    ["a masked credential", new Markers().credential("github", "the real one")],
    ["a masked credential with its call's nonce", new Markers("k3f9").credential("aws", "the real one")],
    ["a cut", new Markers().cut(1234)],
  ])("refuses to write a cleaned copy, with %s, back over the original", async (_what, mark) => {
    const path = join(workspace, ".env");
    await writeFile(path, "KEY=the real one");
    await expect(execute({ path, content: `KEY=${mark}\n` }, context)).rejects.toThrow("in place of something removed");
    expect(await readFile(path, "utf8")).toBe("KEY=the real one");
  });

  test("brackets around anything else are mathematics", async () => {
    const path = join(workspace, "a.md");
    await expect(execute({ path, content: "⟦x⟧ and ⟦credential⟧" }, context)).resolves.toMatchObject({
      replaced: false,
    });
  });
});
