import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { type Ground, openGround } from "#lib/sandbox/hostile.fixture.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { type Registration, shippedTools } from "./register.ts";

/** The shipped code as it runs: bundled, in the sandbox, under the policy that its contract declares. */
let ground: Ground;
let tools: Registration[];
const dialled: string[] = [];

beforeAll(async () => {
  ground = await openGround({
    egress: {
      resolve: async () => ["93.184.216.34"],
      dial: async ({ address, port }) => {
        dialled.push(`${address}:${port}`);
        throw new Error("There is no network in a test.");
      },
      ownAddresses: () => [],
    },
  });
  tools = await shippedTools({ gitClone: { hostname_allowlist: ["git.example"] } });
  for (const path of ["workspace/own", "project"]) {
    mkdirSync(join(ground.directory, path), { recursive: true, mode: 0o777 });
  }
  writeFileSync(join(ground.directory, "project/secret"), "of the project");
  symlinkSync("/project", join(ground.directory, "workspace/out"));
});
afterAll(() => ground.close());

async function run(name: string, input: unknown): Promise<SandboxResult> {
  const tool = tools.find(({ contract }) => contract.name === name);
  if (!tool?.bundle) throw new Error(`There is no code of ${name}.`);
  const { contract, bundle } = { ...tool, bundle: tool.bundle };
  const bundlePath = join(ground.directory, `${name}.mjs`);
  writeFileSync(bundlePath, bundle.code);
  const plan = ground.runtime.plan({
    policy: contract.policy,
    grant: ACCESS_GRANTS.elevated,
    roots: { workspace: join(ground.directory, "workspace"), project: join(ground.directory, "project") },
    command: { kind: "bundle", sha256: bundle.sha256 },
    category: contract.category,
    egressClass: contract.egressClass,
  });
  if (!plan.ok) throw new Error(`${plan.code}: ${plan.message}`);
  const stdin = JSON.stringify({ input, context: { idempotencyKey: "k", agentId: "agent-1" } });
  return ground.runtime.run(plan.value, { stdin, bundlePath });
}

async function call(name: string, input: unknown): Promise<unknown> {
  const result = await run(name, input);
  if (!result.answer) throw new Error(JSON.stringify(result));
  return result.answer.ok ? result.answer.output : result.answer.error;
}

describe("the shipped tools in the sandbox", () => {
  test("files: list, search, edit and delete what write_file wrote, and nothing behind a link or outside", async () => {
    const path = "/workspace/own/new/a.txt";
    await call("write_file", { path: "own/a.txt", content: "one\n" });
    expect(await call("write_file", { path, content: "x", createDirectories: true })).toMatchObject({ path, bytes: 1 });
    expect(await call("read_file", { path })).toMatchObject({ path, text: "x" });
    expect(await call("delete_file", { path: "own/new", recursive: true })).toMatchObject({ entries: 2 });
    const edit = { kind: "replace", oldText: "one", newText: "two" };
    expect(await call("edit_file", { path: "own/a.txt", edit })).toMatchObject({ path: "/workspace/own/a.txt" });
    expect(await call("search_files", { pattern: "^tw.$", kind: "regex" })).toMatchObject({
      matches: [{ path: "own/a.txt", line: 1 }],
    });
    expect(await call("list_files", { depth: 2 })).toMatchObject({
      entries: [{ path: "out", kind: "link" }, { path: "own" }, { path: "own/a.txt", bytes: 4 }],
    });
    expect(await call("delete_file", { path: "own/a.txt" })).toMatchObject({ kind: "file" });
    expect(readdirSync(join(ground.directory, "workspace/own"))).toEqual([]);
    expect(await call("read_file", { path: "/project/secret" }), "control: it is there").toMatchObject({
      text: "of the project",
    });
    expect(await call("delete_file", { path: "out/secret" })).toMatchObject({
      message: expect.stringMatching("is a link"),
    });
    for (const [name, input] of [
      ["read_file", { path: "out/secret" }],
      ["write_file", { path: "out/pre-commit", content: "x" }],
      ["list_files", { path: "out" }],
    ] as const) {
      expect(await call(name, input)).toMatchObject({ message: expect.stringMatching("/workspace/out is a link") });
    }
    expect(readdirSync(join(ground.directory, "project"))).toEqual(["secret"]);
    for (const path of ["/etc/passwd", "/airlock/tool.mjs", "/proc/self/environ"]) {
      expect(await call("read_file", { path })).toMatchObject({ code: "path_refused" });
    }
  });

  test("git: commit, branch, log and diff in a repository of the workspace", async () => {
    const made = await call("run_command", { program: "git", args: ["init", "-q", "-b", "main", "repo"] });
    expect(made).toMatchObject({ exitCode: 0 });
    await call("write_file", { path: "repo/a.txt", content: "one\n" });
    const repository = "repo";
    expect(await call("git_commit", { repository, paths: ["."], message: "first" })).toMatchObject({
      files: ["a.txt"],
    });
    expect(await call("git_branch", { repository, action: "create", name: "side" })).toMatchObject({ branch: "main" });
    await call("write_file", { path: "repo/a.txt", content: "two\n" });
    expect(await call("git_diff", { repository })).toMatchObject({ files: [{ path: "a.txt", added: 1, removed: 1 }] });
    expect(await call("git_log", { repository })).toMatchObject({
      branches: ["main", "side"],
      commits: [{ subject: "first", author: "agent agent-1" }],
    });
  });

  test("programs: Python, Node and a command run with the workspace and without a network", async () => {
    const python =
      "import socket\nopen('made', 'w').write('x')\ntry: socket.socket(); print('open')\nexcept OSError: print('none')";
    expect(await call("run_python", { code: python })).toMatchObject({ stdout: "none\n", exitCode: 0 });
    expect(readFileSync(join(ground.directory, "workspace/made"), "utf8")).toBe("x");
    expect(await call("run_node", { code: "console.log(process.cwd(), process.argv[2])", args: ["a"] })).toMatchObject({
      stdout: "/workspace a\n",
    });
    expect(await call("run_command", { program: "ls", args: ["/project"] })).toMatchObject({ exitCode: 2 });
    expect(execFileSync("ls", [join(ground.directory, "project")], { encoding: "utf8" }), "control").toBe("secret\n");
    expect(await call("run_command", { program: "nothing-like-it" })).toMatchObject({ code: "program_missing" });
  });

  test("git_clone: its traffic goes through the proxy, to the listed host and nowhere else", async () => {
    const listed = await run("git_clone", { url: "https://git.example/a/b.git" });
    expect(listed.answer).toMatchObject({ ok: false, error: { code: "git_failed" } });
    expect(listed.network).toMatchObject([{ host: "git.example", port: 443 }]);
    expect(dialled).toEqual(["93.184.216.34:443"]);
    const other = await run("git_clone", { url: "https://other.example/a/b.git" });
    expect(other.answer).toMatchObject({ ok: false, error: { code: "git_failed" } });
    expect(other.network).toMatchObject([{ host: "other.example", allowed: false }]);
    expect(dialled).toHaveLength(1);
    expect(readdirSync(join(ground.directory, "workspace"))).not.toContain("b");
  });
});
