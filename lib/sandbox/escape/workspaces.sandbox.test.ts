import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import {
  attackBare,
  attackInside,
  commandInside,
  type Ground,
  openGround,
  outcomeOf,
  plantSecret,
} from "#lib/sandbox/hostile.fixture.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const READ = "try { return fs.readFileSync(input, 'utf8'); } catch (error) { return error.code; }";

describe("what a tool cannot write", () => {
  const CREATE = "try { fs.writeFileSync(input, ''); return 'written'; } catch (error) { return error.code; }";

  test.each(["/airlock/tool.mjs", "/airlock/airlock-was-here", "/dev/airlock-was-here"])("%s", async (path) => {
    expect(outcomeOf(await attackInside(ground, CREATE, { input: path }))).toMatch(/EROFS|EACCES/);
    expect(existsSync(path)).toBe(false);
  });

  test("a directory that the policy only lets it read", async () => {
    const folder = join(ground.directory, "readable");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "x");
    expect(await attackBare(ground, CREATE, path)).toBe("written");
    rmSync(path);
    const policy = { filesystem: { read: [`${folder}/**`], write: [] } };
    expect(outcomeOf(await attackInside(ground, CREATE, { input: path, policy }))).toBe("EROFS");
    expect(existsSync(path)).toBe(false);
  });

  test("a file with the set-user bit is just a file", async () => {
    const workspace = join(ground.directory, "suid");
    const made = await commandInside(
      ground,
      ["sh", "-c", "cp /usr/bin/id /workspace/id && chmod 4755 /workspace/id && /workspace/id -u"],
      { filesystem: { write: ["${workspace}/**"] }, exec: "allow" },
      { workspace },
    );
    expect(made.stdout.trim()).toBe("1000");
    if (ground.isRoot) expect(statSync(join(workspace, "id")).uid).toBeGreaterThan(0x6fffffff);
  });
});

describe("tricks with links", () => {
  const policy: ToolPolicy = { filesystem: { read: ["${workspace}/sub/**"], write: [] }, exec: "allow" };

  test("a directory swapped for a link is not bound, though binding by path would show what it points to", async () => {
    const { folder, secret } = plantSecret(ground);
    const workspace = join(ground.directory, "swapped");
    mkdirSync(workspace);
    symlinkSync(folder, join(workspace, "sub"));
    const byPath = [
      "--ro-bind",
      "/usr",
      "/usr",
      "--symlink",
      "usr/bin",
      "/bin",
      "--symlink",
      "usr/lib",
      "/lib",
      "--symlink",
      "usr/lib64",
      "/lib64",
    ];
    const bitten = execFileSync("/usr/bin/bwrap", [
      ...byPath,
      "--bind",
      join(workspace, "sub"),
      "/sub",
      "cat",
      "/sub/secret",
    ]);
    expect(bitten.toString()).toBe(secret);
    const result = await commandInside(ground, ["cat", "/workspace/sub/secret"], policy, { workspace });
    expect(result.stdout).toBe("");
    expect(result.error?.code).toBe("no_sandbox");
    expect(result.error?.message).toContain("neither a directory nor a plain file");
  });

  test("nor while somebody swaps it to and fro", async () => {
    const { folder } = plantSecret(ground);
    const workspace = join(ground.directory, "racing");
    const sub = join(workspace, "sub");
    mkdirSync(sub, { recursive: true });
    let on = true;
    const become = (make: () => void): Promise<void> => {
      try {
        rmSync(sub, { recursive: true, force: true });
        make();
      } catch {
        // Lost to the launcher, which makes a missing directory itself: the next turn comes.
      }
      return new Promise((done) => setImmediate(done));
    };
    const swap = async (): Promise<void> => {
      while (on) {
        await become(() => symlinkSync(folder, sub));
        await become(() => mkdirSync(sub, { recursive: true }));
      }
    };
    const swapping = swap();
    try {
      for (let round = 0; round < 15; round += 1) {
        const result = await commandInside(ground, ["sh", "-c", "cat /workspace/sub/*"], policy, { workspace });
        expect(result.stdout).toBe("");
      }
    } finally {
      on = false;
      await swapping;
    }
  });

  test("a link inside the workspace leads nowhere from inside", async () => {
    const { file } = plantSecret(ground);
    const workspace = join(ground.directory, "linked");
    mkdirSync(workspace);
    symlinkSync(file, join(workspace, "way-out"));
    expect(readFileSync(join(workspace, "way-out"), "utf8")).toContain("secret");
    expect(outcomeOf(await attackInside(ground, READ, { input: "/workspace/way-out", workspace }))).toBe("ENOENT");
  });
});

describe("what a policy names is there, whoever owns it", () => {
  test("a directory for its owner only, below one for its owner only", async () => {
    const folder = join(ground.directory, "closed/inner");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "data"), "named by the policy");
    chmodSync(join(folder, "data"), 0o600);
    chmodSync(folder, 0o700);
    chmodSync(join(ground.directory, "closed"), 0o700);
    const policy = { filesystem: { read: [`${folder}/**`], write: [] } };
    expect(outcomeOf(await attackInside(ground, READ, { input: join(folder, "data"), policy }))).toBe(
      "named by the policy",
    );
  });

  test("but not its neighbours", async () => {
    const { file } = plantSecret(ground);
    const folder = join(ground.directory, "closed/inner");
    const policy = { filesystem: { read: [`${folder}/**`], write: [] } };
    expect(outcomeOf(await attackInside(ground, READ, { input: file, policy }))).toBe("ENOENT");
  });
});

describe("a workspace belongs to its agent", () => {
  test("what one call writes the next one reads and changes, and so does the operator", async () => {
    const workspace = join(ground.directory, "lasting");
    await attackInside(ground, "fs.writeFileSync('/workspace/note', 'one'); fs.chmodSync('/workspace/note', 0o600);", {
      workspace,
    });
    const again = "fs.appendFileSync('/workspace/note', ' two'); return fs.readFileSync('/workspace/note', 'utf8');";
    expect(outcomeOf(await attackInside(ground, again, { workspace }))).toBe("one two");
    expect(readFileSync(join(workspace, "note"), "utf8")).toBe("one two");
  });

  test("what the operator put there before the first call can be changed by the agent", async () => {
    const workspace = join(ground.directory, "prepared");
    mkdirSync(join(workspace, "docs"), { recursive: true });
    writeFileSync(join(workspace, "docs/readme"), "before");
    const change = "fs.writeFileSync('/workspace/docs/readme', 'after'); return 'done';";
    expect(outcomeOf(await attackInside(ground, change, { workspace }))).toBe("done");
    expect(readFileSync(join(workspace, "docs/readme"), "utf8")).toBe("after");
  });

  test("two agents are two users to the kernel, where there is root to make them", async () => {
    const owners = [];
    for (const name of ["agent-a", "agent-b"]) {
      const workspace = join(ground.directory, name);
      await attackInside(ground, "fs.writeFileSync('/workspace/x', '');", { workspace });
      owners.push(statSync(join(workspace, "x")).uid);
    }
    expect(new Set(owners).size).toBe(ground.isRoot ? 2 : 1);
    expect(owners).not.toContain(0);
  });
});
