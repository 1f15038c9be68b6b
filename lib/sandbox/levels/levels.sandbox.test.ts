import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_GRANTS, type AccessGrant } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { bundleTool } from "#lib/registry/bundle.ts";
import { loadSandboxing } from "#lib/sandbox/config/load-sandboxing.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import { gitClone } from "#lib/tools/git-clone/contract.ts";
import { type LevelWorld, openLevelWorld, runBody, runCode, runCommand } from "./world.fixture.ts";

/** Each of them reaches for something that no argument names, so that no gate could have seen it. The next wider level is the control. */
let world: LevelWorld;
beforeAll(async () => {
  world = await openLevelWorld();
});
afterAll(() => world.close());

const { elevated } = ACCESS_GRANTS;
const at = (narrowed: Partial<AccessGrant>): AccessGrant => ({ ...elevated, ...narrowed });

describe("file_system", () => {
  const LOOK = `const places = ["/workspace/file", "/project/file", input.elsewhere + "/file"];
    return places.map((place) => { try { fs.appendFileSync(place, ""); return fs.readFileSync(place, "utf8"); } catch (error) { return error.code; } });`;

  test.each([
    ["workspace_only", ["of workspace", "ENOENT", "ENOENT"]],
    ["project_directory", ["of workspace", "of project", "ENOENT"]],
    ["full", ["of workspace", "of project", "of elsewhere"]],
  ] as const)("%s: a tool whose policy asks for all three finds %j", async (file_system, found) => {
    const { elsewhere } = world;
    const all = ["${workspace}/**", "${project}/**", `${elsewhere}/**`];
    const policy: ToolPolicy = { filesystem: { read: all, write: all }, network: { mode: "none" } };
    const trial = { policy, grant: at({ file_system }), category: "file_system" as const };
    expect(await runBody(world, trial, LOOK, { elsewhere })).toEqual(found);
  });
});

describe("network", () => {
  const DIAL = `const get = (url) => fetch(url, { signal: AbortSignal.timeout(5000) }).then(async (r) => r.ok ? await r.text() : r.headers.get("x-airlock-refused"), () => "no way");
    const direct = await new Promise((done) => { const s = net.connect(input.port, "127.0.0.1", () => done("reached")); s.on("error", (error) => done(error.code)); });
    return [await get("http://listed.test/"), await get("http://other.test/"), direct];`;

  test.each([
    ["none", ["no way", "no way", "EPERM"], []],
    ["allowlist_only", ["a page", "no way", "ECONNREFUSED"], ["93.184.216.34:80"]],
    ["open", ["a page", "a page", "ECONNREFUSED"], ["93.184.216.34:80", "93.184.216.34:80"]],
  ] as const)("%s: a tool that may go anywhere reaches %j", async (network, reached, dialled) => {
    world.dialled.length = 0;
    const policy: ToolPolicy = { network: { mode: "open", hosts: ["listed.test:80"] } };
    const trial = { policy, grant: at({ network }), category: "web" as const };
    expect(await runBody(world, trial, DIAL, { port: world.port })).toEqual(reached);
    expect(world.dialled).toEqual(dialled);
  });

  test("the port of this machine is there for whoever is not in a sandbox", async () => {
    expect(await fetch(`http://127.0.0.1:${world.port}/`).then((answer) => answer.text())).toBe("a page");
  });
});

describe("git", () => {
  const policy: ToolPolicy = {
    filesystem: { read: ["${workspace}/**"], write: [] },
    network: { mode: "allowlist", hosts: ["api.test:443", "api.test:22"] },
    exec: "allow",
    limits: { wallSeconds: 25 },
  };
  const git = "git -c user.name=t -c user.email=t@test -c http.sslCAInfo=/workspace/ca.pem";
  const CLONE = `cd /tmp && ${git} clone -q https://api.test/repo.git r && echo cloned`;
  const COMMIT = `cd /tmp/r && ${git} commit -q --allow-empty -m more`;
  /** Plainly; past the settings that lead it to the proxy, in TLS; by SOCKS; and by hand, where the server's answer says that it was asked. */
  const PUSHES = [
    `${git} push -q origin main`,
    `GIT_CONFIG_COUNT=0 ${git} push -q origin main`,
    `GIT_CONFIG_COUNT=0 ${git} -c http.proxy=socks5h://127.0.0.1:1080 push -q origin main`,
    `[ "$(curl -s -m 5 -o /dev/null -w '%{http_code}' --noproxy '*' --cacert /workspace/ca.pem -d x https://api.test/repo.git/git-receive-pack)" = 415 ]`,
  ];
  const TRY_ALL = [
    CLONE,
    ...PUSHES.map((push) => `${COMMIT}; if ${push}; then echo pushed; else echo refused; fi`),
  ].join("; ");
  const run = async (level: AccessGrant["git"]) => {
    const trial = { policy, grant: at({ git: level }), category: "version_control" as const };
    const { stdout, network } = await runCommand(world, trial, ["sh", "-c", TRY_ALL]);
    return { said: stdout.trim().split("\n"), refused: new Set(network.flatMap(({ reason }) => reason ?? [])) };
  };

  test("local_only: nothing leaves", async () => {
    world.dialled.length = 0;
    expect((await run("local_only")).said).toEqual(PUSHES.map(() => "refused"));
    expect(world.dialled).toEqual([]);
  });

  test("read_and_branch: it clones and commits, and cannot push by any way", async () => {
    const before = world.head();
    const { said, refused } = await run("read_and_branch");
    expect(said).toEqual(["cloned", ...PUSHES.map(() => "refused")]);
    expect(refused).toEqual(new Set(["push_refused", "protocol_refused"]));
    expect(world.head()).toBe(before);
  });

  test("read_and_branch: git_clone, as it ships, clones", async () => {
    const bundle = await bundleTool(gitClone.declaredIn);
    if (!bundle.ok) throw new Error(bundle.message);
    const { code } = bundle.value;
    const narrowed: ToolPolicy = { ...gitClone.policy, network: { mode: "allowlist", hosts: ["api.test:443"] } };
    const trial = { policy: narrowed, grant: at({ git: "read_and_branch" }), category: gitClone.category };
    expect(await runCode(world, trial, code, { url: "https://api.test/repo.git" })).toMatchObject({
      ...{ path: "/workspace/repo", url: "https://api.test/repo.git", branch: "main" },
    });
    expect(await runCode(world, trial, code, { url: "git@api.test:repo.git" })).toMatchObject({ code: "ssh_refused" });
  });

  test("full: every one of these ways leads there", async () => {
    const before = world.head();
    expect((await run("full")).said).toEqual(["cloned", ...PUSHES.map(() => "pushed")]);
    expect(world.head()).not.toBe(before);
  });
});

describe("terminal", () => {
  const policy: ToolPolicy = {
    filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
    network: { mode: "none" },
    exec: "allow",
    limits: { fileMb: 200 },
  };
  const TRY = `const tried = {};
    for (const [name, ...argv] of input) { const run = child_process.spawnSync(argv[0], argv.slice(1), { encoding: "utf8" }); tried[name] = run.error?.code ?? (run.status === 0 ? run.stdout.trim() : "failed"); }
    return tried;`;

  test("none: the kernel starts nothing for a tool whose policy may; with a terminal it does", async () => {
    const attempt = [["echo", "/bin/echo", "started"]];
    const tool = { policy, category: "web" as const };
    expect(await runBody(world, { ...tool, grant: at({ terminal: "none" }) }, TRY, attempt)).toEqual({ echo: "EPERM" });
    expect(await runBody(world, { ...tool, grant: elevated }, TRY, attempt)).toEqual({ echo: "started" });
  });

  test("none: a command tool cannot even turn into a program, because there is none", async () => {
    const become =
      'process.execve("/bin/echo", ["echo", JSON.stringify({ ok: true, output: "became" })]); return "stayed";';
    const tool = { policy, category: "terminal" as const };
    expect(await runBody(world, { ...tool, grant: at({ terminal: "none" }) }, become).catch(String)).not.toContain(
      "became",
    );
    const there = 'return ["/bin/echo", "/usr/bin/env", "/bin/sh"].map((path) => fs.existsSync(path));';
    expect(await runBody(world, { ...tool, grant: at({ terminal: "none" }) }, there)).toEqual([false, false, false]);
    expect(await runBody(world, { ...tool, grant: elevated }, there)).toEqual([true, true, true]);
  });

  /** A program of the tool's own, in each place that it can write; the system's loader; our Node; a shell. */
  const OWN = `for (const place of ["/workspace/own", "/tmp/own", "/dev/shm/own"]) { fs.copyFileSync("/usr/bin/true", place); fs.chmodSync(place, 0o755); }
    const loader = fs.readdirSync("/lib64").map((name) => "/lib64/" + name).find((name) => name.includes("ld-linux")) ?? "/lib/ld-linux-aarch64.so.1";
    input = [["listed", "wc", "-c", "/workspace/file"], ["workspace", "/workspace/own"], ["tmp", "/tmp/own"], ["shm", "/dev/shm/own"], ["loader", loader, "/workspace/own"],
      ["shell", "sh", "-c", "echo shell"], ["python", "python3", "-c", "print(1)"], ["node", "find", "/workspace/file", "-exec", "/airlock/node", "-p", "1", ";"]];
    ${TRY}`;

  test("restricted_commands: listed programs run, and nothing else that is there or that it makes", async () => {
    const trial = { policy, grant: at({ terminal: "restricted_commands" }), category: "terminal" as const };
    expect(await runBody(world, trial, OWN)).toEqual({
      ...{ listed: "12 /workspace/file", workspace: "EACCES", tmp: "EACCES", shm: "EACCES", loader: "failed" },
      ...{ shell: "ENOENT", python: "ENOENT", node: "" },
    });
  });

  test("full: all of them run", async () => {
    const trial = { policy, grant: elevated, category: "terminal" as const };
    expect(await runBody(world, trial, OWN)).toEqual({
      ...{
        listed: "12 /workspace/file",
        workspace: "",
        tmp: "",
        shm: "",
        loader: "",
        shell: "shell",
        python: "1",
        node: "1",
      },
    });
  });

  test("restricted_commands: the list is the level's, also where directories of the host are mapped in", async () => {
    const grant = at({ terminal: "restricted_commands", commands: ["git", "ls"] });
    const files = { filesystem: { read: ["${project}/**"], write: ["${workspace}/**"] } };
    const trial = { policy: { ...policy, ...files }, grant, actionType: "exec:command" as const };
    expect((await runCommand(world, trial, ["ls", "/project", "/usr/bin"])).stdout).toBe(
      "/project:\nfile\n\n/usr/bin:\ngit\nls\n",
    );
    expect((await runCommand(world, trial, ["git", "init", "-q", "/workspace/made"])).exitCode).toBe(0);
    expect(existsSync(join(world.workspace, "made", ".git"))).toBe(true);
    await expect(runCommand(world, trial, ["cat", "/project/file"])).rejects.toThrow("cat is not one of the commands");
    await expect(runCommand(world, trial, ["/workspace/git"])).rejects.toThrow("/workspace/git is not one of");
  });

  test("what it wrote is an ordinary program outside", () => {
    expect(execFileSync(join(world.workspace, "own"), { encoding: "utf8" })).toBe("");
    expect(readFileSync(join(world.workspace, "own")).subarray(1, 4).toString()).toBe("ELF");
  });
});

describe("code_execution", () => {
  test("containerized: a machine whose document sends tools to a plain process runs no code there", async () => {
    const sandboxing = loadSandboxing(
      "sandboxing:\n  default_backend: subprocess\n  subprocess: { workspace_only: false }\n",
    );
    if (!sandboxing.ok) throw new Error(sandboxing.message);
    const runtime = await openSandboxRuntime({ nodePath: process.execPath, sandboxing: sandboxing.value });
    try {
      const policy: ToolPolicy = {
        filesystem: { read: ["/**"], write: ["/**"] },
        network: { mode: "open" },
        exec: "allow",
      };
      const secret = join(world.elsewhere, "file");
      const plan = (kind: object, more: ToolPolicy = policy) =>
        runtime.plan({
          ...{ policy: more, grant: elevated, roots: world, command: { kind: "argv" as const, argv: ["cat", secret] } },
          ...kind,
        });
      const plain = plan({ category: "file_system" });
      expect(plain).toMatchObject({ value: { backend: "process" } });
      expect(plain.ok && (await runtime.run(plain.value, {})).stdout).toBe("of elsewhere");
      for (const kind of [{ category: "code_execution" }, { category: "file_system", actionType: "exec:code" }]) {
        expect(plan(kind)).toMatchObject({ ok: false });
        expect(plan({ ...kind, backends: ["process"] })).toMatchObject({ code: "no_sandbox" });
        const held = plan(kind, { ...policy, filesystem: { read: [], write: [] } });
        expect(held).toMatchObject({ value: { backend: "bubblewrap" } });
        expect(held.ok && (await runtime.run(held.value, {})).stdout).toBe("");
      }
    } finally {
      await runtime.close();
    }
  });
});
