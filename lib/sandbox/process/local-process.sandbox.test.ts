import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import { loadSandboxing } from "#lib/sandbox/config/load-sandboxing.ts";
import { processesMarked } from "#lib/sandbox/hostile.fixture.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { OpenOptions, SandboxRuntime } from "#lib/sandbox/runtime.ts";

const DOCUMENT = "sandboxing:\n  default_backend: subprocess\n  subprocess: { workspace_only: false }\n";
const EVERYTHING: ToolPolicy = {
  filesystem: { read: ["/**"], write: ["/**"] },
  network: { mode: "open" },
  exec: "allow",
};

let runtime: SandboxRuntime;
let directory: string;
beforeAll(async () => {
  runtime = await openWith(DOCUMENT);
  directory = realpathSync(mkdtempSync(join(tmpdir(), "airlock-process-")));
  chmodSync(directory, 0o711);
});
afterAll(async () => {
  await runtime.close();
  rmSync(directory, { recursive: true, force: true });
});

async function openWith(document: string): Promise<SandboxRuntime> {
  const sandboxing = loadSandboxing(document);
  if (!sandboxing.ok) throw new Error(sandboxing.message);
  return await openSandboxRuntime({ nodePath: process.execPath, sandboxing: sandboxing.value });
}

function planned(argv: string[], policy: ToolPolicy = EVERYTHING, more: Partial<PlanRequest> = {}) {
  return runtime.plan({
    policy,
    grant: ACCESS_GRANTS.elevated,
    roots: { workspace: join(directory, "workspace") },
    command: { kind: "argv", argv },
    category: "file_system",
    ...more,
  });
}

function planFor(argv: string[], policy?: ToolPolicy, more?: Partial<PlanRequest>): SandboxPlan {
  const plan = planned(argv, policy, more);
  if (!plan.ok) throw new Error(plan.message);
  expect(plan.value.backend).toBe("process");
  return plan.value;
}

const run = (script: string, policy?: ToolPolicy, more?: Partial<PlanRequest>, options: OpenOptions = {}) =>
  runtime.run(planFor(["sh", "-c", script], policy, more), options);

test("it is offered with what it cannot do, and proved what it can", () => {
  const report = runtime.reports.find(({ name }) => name === "process");
  expect(report).toMatchObject({ offered: true, tier: "weaker", reason: expect.stringContaining("neither files nor") });
  expect(report?.checks.every(({ holds }) => holds)).toBe(true);
});

describe("which plans it takes", () => {
  test.each([
    ["limited files", { ...EVERYTHING, filesystem: { read: ["${workspace}/**"], write: [] } }, {}],
    ["no word on files", { network: { mode: "open" }, exec: "allow" }, {}],
    ["a limited network", { ...EVERYTHING, network: { mode: "allowlist", hosts: ["a.example:443"] } }, {}],
    ["no network", { ...EVERYTHING, network: { mode: "none" } }, {}],
    ["a network to read from", EVERYTHING, { egressClass: "read_only" }],
    ["no further processes", { ...EVERYTHING, exec: "deny" }, {}],
    ["a level that limits it", EVERYTHING, { grant: ACCESS_GRANTS.standard }],
    ["credentials", EVERYTHING, { requires: { secrets: ["token"] } }],
    ["code to execute", EVERYTHING, { category: "code_execution" }],
    ["a terminal", EVERYTHING, { category: "terminal" }],
  ] as [string, ToolPolicy, Partial<PlanRequest>][])(
    "not one with %s, even when it is asked for",
    (_, policy, more) => {
      expect(planned(["true"], policy, { ...more, backend: "process" })).toMatchObject({
        ok: false,
        code: "no_sandbox",
      });
    },
  );

  test("what it cannot hold goes to a stronger one", () => {
    const limited = { ...EVERYTHING, filesystem: { read: ["${workspace}/**"], write: [] } };
    expect(planned(["true"], limited)).toMatchObject({ ok: true, value: { backend: "bubblewrap" } });
  });

  test("a plan that was changed after planning is not run", async () => {
    const plan = { ...planFor(["echo", "ran"]), network: { mode: "none" as const, hosts: [] } };
    expect(await runtime.run(plan, {})).toMatchObject({ stdout: "", error: { code: "no_sandbox" } });
  });
});

describe("what it holds", () => {
  test("its environment is the plan's, whatever the policy lists", async () => {
    const policy = { ...EVERYTHING, environment: { allow: ["TZ", "LD_PRELOAD", "NODE_OPTIONS"] } };
    const environment = { TZ: "UTC", LD_PRELOAD: "/x.so", NODE_OPTIONS: "--require /x", HOME: "/root" };
    const result = await run("env", policy, { environment }, { correlation: { agentId: "a1" } });
    expect(result.stdout.trim().split("\n").sort()).toEqual([
      "AIRLOCK_AGENT_ID=a1",
      "HOME=/tmp",
      "LANG=C.UTF-8",
      "PATH=/usr/bin:/bin",
      `PWD=${join(directory, "workspace")}`,
      "TZ=UTC",
    ]);
  });

  test("its streams are its own, and its exit is told from a failure of the launcher", async () => {
    const result = await runtime.run(planFor(["sh", "-c", "cat /dev/stdin; echo e > /dev/stderr; exit 7"]), {
      stdin: "said",
    });
    expect(result).toMatchObject({ exitCode: 7, stdout: "said", stderr: "e\n" });
    expect(await runtime.run(planFor(["/no/such/program"]), {})).toMatchObject({ exitCode: 127 });
  });

  test("a bundle answers, and another than the approved one is not run", async () => {
    const code = "export default { execute: async (input) => ({ got: input, cwd: process.cwd() }) };";
    const bundlePath = join(directory, "tool.mjs");
    writeFileSync(bundlePath, code);
    const sha256 = createHash("sha256").update(code).digest("hex");
    const command = { kind: "bundle", sha256 } as const;
    const options = { bundlePath, stdin: JSON.stringify({ input: 4, context: {} }) };
    const result = await runtime.run(planFor([], EVERYTHING, { command }), options);
    expect(result.answer).toEqual({ ok: true, output: { got: 4, cwd: join(directory, "workspace") } });
    const other = planFor([], EVERYTHING, { command: { ...command, sha256: "0".repeat(64) } });
    expect(await runtime.run(other, options)).toMatchObject({ error: { code: "binding_broken" } });
  });

  test("time, output and the size of a file", async () => {
    const limits = { wallSeconds: 0.3, outputBytes: 10_000, fileMb: 1 };
    expect(await run("sleep 600", { ...EVERYTHING, limits })).toMatchObject({ timedOut: true, stopped: "wall" });
    const flood = await run("yes", { ...EVERYTHING, limits: { ...limits, wallSeconds: 20 } });
    expect(flood).toMatchObject({ truncated: true, stopped: "output" });
    expect(flood.stdout.length).toBe(10_000);
    const large = await run("head -c 3000000 /dev/zero > big; wc -c < big", { ...EVERYTHING, limits: { fileMb: 1 } });
    expect(large.stdout.trim()).toBe("1048576");
  });

  test("nothing outlives it: not what ignores signals, not what moved to a session of its own", async () => {
    const mark = randomUUID();
    const body = `trap '' TERM HUP INT; while :; do sleep 600; done # ${mark}`;
    const script = `setsid sh -c "${body}" >/dev/null 2>&1 </dev/null & sleep 0.2`;
    // The control: the same, by an ordinary process, stays.
    await new Promise((resolve) => spawn("sh", ["-c", script], { stdio: "ignore" }).once("exit", resolve));
    const left = processesMarked(mark);
    expect(left.length).toBeGreaterThan(0);
    for (const pid of left) process.kill(pid, "SIGKILL");

    const other = randomUUID();
    await run(script.replaceAll(mark, other));
    expect(processesMarked(other)).toEqual([]);
  });

  test("one whose dispatcher is killed is killed with it, and what it started by the next dispatcher", async () => {
    const mark = randomUUID();
    const { pathname } = new URL("../open-runtime.ts", import.meta.url);
    // Its child does not hear of it, and is ended by the next dispatcher.
    const plan = planFor(["sh", "-c", `sh -c "while :; do sleep 600; done # ${mark}-child"; true # ${mark}`]);
    const dispatcher = `
      const { openSandboxRuntime } = await import(${JSON.stringify(pathname)});
      const { loadSandboxing } = await import(${JSON.stringify(new URL("../config/load-sandboxing.ts", import.meta.url).pathname)});
      const sandboxing = loadSandboxing(${JSON.stringify(DOCUMENT)}).value;
      const runtime = await openSandboxRuntime({ nodePath: process.execPath, sandboxing });
      await runtime.run(${JSON.stringify(plan)}, {});`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", dispatcher], { stdio: "ignore" });
    const others = (): number[] => processesMarked(mark).filter((pid) => pid !== child.pid);
    await expect.poll(others, { timeout: 25_000 }).toHaveLength(2);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    await expect.poll(() => processesMarked(mark), { timeout: 5_000 }).toHaveLength(1);
    await (await openWith(DOCUMENT)).close();
    await expect.poll(() => processesMarked(mark), { timeout: 5_000 }).toEqual([]);
  });

  test("a conversation, and its end", async () => {
    const plan = planFor(["sh", "-c", 'while read line; do echo "heard $line"; done; exit 4']);
    const session = await runtime.open(plan, {});
    if (!session.ok) throw new Error(session.message);
    session.value.write("one\n");
    const said = await new Promise<string>((resolve) => session.value.output.once("data", (it) => resolve(`${it}`)));
    expect(said).toBe("heard one\n");
    expect(await session.value.close()).toMatchObject({ exitCode: 4, stdout: "" });
  });
});
