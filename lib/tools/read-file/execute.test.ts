import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { output } from "./contract.ts";
import { execute } from "./execute.ts";

const context = { idempotencyKey: "k", agentId: "a" };
let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), "airlock-read-"));
  vi.spyOn(process, "cwd").mockReturnValue(workspace);
});
afterAll(() => rm(workspace, { recursive: true }));

async function fileWith(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(workspace, name), content);
  return join(workspace, name);
}

describe("read_file", () => {
  test("returns text as it stands, byte order mark and CRLF included", async () => {
    const path = await fileWith("a.txt", "\ufeffgrüezi\r\n");
    const result = await execute({ path }, context);
    expect(result).toEqual({ path, bytes: 12, truncated: false, text: "\ufeffgrüezi\r\n" });
    expect(output.parse(result)).toEqual(result);
  });

  test("a relative path starts at the working directory, which is /workspace in the sandbox", async () => {
    const path = await fileWith("relative.txt", "x");
    await expect(execute({ path: "relative.txt" }, context)).resolves.toMatchObject({ path });
  });

  test("cuts at maxBytes, never inside a character", async () => {
    const path = await fileWith("cut.txt", "aé€");
    expect(await execute({ path, maxBytes: 2 }, context)).toEqual({ path, bytes: 6, truncated: true, text: "a" });
    expect(await execute({ path, maxBytes: 6 }, context)).toEqual({ path, bytes: 6, truncated: false, text: "aé€" });
  });

  test("gives anything else as base64", async () => {
    const path = await fileWith("b.bin", Uint8Array.of(0xff, 0x00, 0x41));
    expect(await execute({ path }, context)).toEqual({ path, bytes: 3, truncated: false, base64: "/wBB" });
    const nul = await fileWith("nul.txt", "a\0b");
    expect(await execute({ path: nul }, context)).toHaveProperty("base64");
  });

  test("refuses a link, a directory and a pipe that nobody writes to", async () => {
    const target = await fileWith("target.txt", "secret");
    const link = join(workspace, "link");
    await symlink(target, link);
    await expect(execute({ path: link }, context)).rejects.toThrow(/ELOOP/);
    await expect(execute({ path: workspace }, context)).rejects.toThrow("not a regular file");
    const pipe = join(workspace, "pipe");
    execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', pipe]);
    await expect(execute({ path: pipe }, context)).rejects.toThrow("not a regular file");
  });

  test("refuses a path that leads through a link, and says which part of it is one", async () => {
    await mkdir(join(workspace, "secrets/deep"), { recursive: true });
    await writeFile(join(workspace, "secrets/deep/key"), "secret");
    await symlink(join(workspace, "secrets"), join(workspace, "notes"));
    const path = join(workspace, "notes/deep/key");
    expect(await readFile(path, "utf8"), "control: the link does lead there").toBe("secret");
    await expect(execute({ path }, context)).rejects.toThrow(`${join(workspace, "notes")} is a link`);
    await expect(execute({ path: join(workspace, "a.txt/key") }, context)).rejects.toThrow("a.txt is not a directory");
  });

  test.each(["/etc/passwd", "../../etc/passwd", "a/../../x", "/proc/self/environ", "/run/secrets/token"])(
    "refuses %s, which every sandbox could open, without asking the gate",
    async (path) => {
      await expect(readFile("/etc/passwd", "utf8"), "control: it can be read").resolves.toContain("root");
      await expect(execute({ path }, context)).rejects.toMatchObject({ code: "path_refused" });
    },
  );

  test("an error names the path that was asked for", async () => {
    const path = join(workspace, "none.txt");
    await expect(execute({ path }, context)).rejects.toThrow(`ENOENT: no such file or directory, open '${path}'`);
  });
});
