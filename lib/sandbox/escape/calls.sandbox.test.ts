import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import {
  attackBare,
  attackInside,
  commandInside,
  type Ground,
  openGround,
  outcomeOf,
  processesMarked,
} from "#lib/sandbox/hostile.fixture.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const NOTHING: ToolPolicy = { filesystem: { read: [], write: [] }, exec: "allow" };

describe("nothing outlives its call", () => {
  const leave = `for (let i = 0; i < 3; i += 1) {
      const child = child_process.spawn("/bin/sh", ["-c", "trap '' TERM HUP INT; sleep 600 # " + input], { detached: true, stdio: "ignore" });
      await new Promise((done) => child.once("spawn", done));
      child.unref();
    } return "left";`;

  test("not a process in a session of its own that ignores every signal it can", async () => {
    const bareMark = randomUUID();
    expect(await attackBare(ground, leave, bareMark)).toBe("left");
    // A shell's own child looks like the shell until it has become what it is to run.
    await expect.poll(() => processesMarked(bareMark)).toHaveLength(3);
    for (const pid of processesMarked(bareMark)) process.kill(-pid, "SIGKILL");

    const mark = randomUUID();
    expect(outcomeOf(await attackInside(ground, leave, { input: mark }))).toBe("left");
    expect(processesMarked(mark)).toEqual([]);
  });

  test("not when it is cancelled", async () => {
    const mark = randomUUID();
    const controller = new AbortController();
    const running = commandInside(ground, ["sh", "-c", `sleep 600 # ${mark}`], NOTHING, { signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    expect(await running).toMatchObject({ timedOut: false, stopped: "cancelled" });
    expect(processesMarked(mark)).toEqual([]);
  });

  test("a bare process that ignores the same signals is still there", async () => {
    const mark = randomUUID();
    const child = spawn("/bin/sh", ["-c", `trap '' TERM HUP INT; echo ready; sleep 600; true # ${mark}`], {
      detached: true,
    });
    await new Promise((done) => child.stdout.once("data", done));
    child.kill("SIGTERM");
    await new Promise((done) => setTimeout(done, 100));
    expect(processesMarked(mark).length).toBeGreaterThan(0);
    process.kill(-(child.pid ?? 0), "SIGKILL");
  });
});

describe("limits", () => {
  const swarm = `const children = [];
    for (let i = 0; i < 120; i += 1) await new Promise((done) => {
      const child = child_process.spawn("/bin/sleep", ["30"], { stdio: "ignore" });
      child.once("spawn", () => { children.push(child); done(); });
      child.once("error", done);
    });
    for (const child of children) child.kill("SIGKILL");
    return children.length;`;

  test("a swarm of processes stops at the number allowed", async () => {
    expect(await attackBare(ground, swarm)).toBe(120);
    const inside = outcomeOf(
      await attackInside(ground, swarm, { policy: { exec: "allow", limits: { processes: 20 } } }),
    );
    // Node's own threads are allowed on top.
    expect(inside).toBeLessThanOrEqual(20 + 24);
    expect(inside).toBeGreaterThan(0);
  });

  test("where the policy denies it there is no second process at all, and threads still work", async () => {
    const start =
      "try { child_process.execFileSync('/bin/true'); return 'started'; } catch (error) { return error.code; }";
    expect(await attackBare(ground, start)).toBe("started");
    expect(outcomeOf(await attackInside(ground, start, { policy: { exec: "deny" } }))).toBe("EPERM");
    expect(outcomeOf(await attackInside(ground, start, { policy: { exec: "allow" } }))).toBe("started");
    const thread = `const { Worker } = await import("node:worker_threads");
      return await new Promise((done) => new Worker("require('worker_threads').parentPort.postMessage(7)", { eval: true }).once("message", done));`;
    expect(outcomeOf(await attackInside(ground, thread, { policy: { exec: "deny" } }))).toBe(7);
    const shell = await commandInside(ground, ["sh", "-c", "echo one; /bin/echo two; echo three"], {
      ...NOTHING,
      exec: "deny",
    });
    expect(shell.stdout).toBe("one\n");
  });

  test("a flood of output is cut at the limit and ends the call", async () => {
    const result = await commandInside(ground, ["sh", "-c", "yes & yes >&2"], {
      ...NOTHING,
      limits: { outputBytes: 100_000, wallSeconds: 20 },
    });
    expect(result).toMatchObject({ truncated: true, stopped: "output", timedOut: false });
    expect(result.stdout.length + result.stderr.length).toBe(100_000);
  });

  test("so is an answer that is too long", async () => {
    const result = await attackInside(ground, "return 'x'.repeat(200000);", {
      policy: { limits: { outputBytes: 50_000 } },
    });
    expect(result).toMatchObject({ truncated: true, stopped: "output" });
    expect(result.answer).toBeUndefined();
  });

  test("processor time ends, also for a tool that does not listen", async () => {
    const policy: ToolPolicy = { exec: "deny", limits: { cpuSeconds: 1, wallSeconds: 20 } };
    const result = await attackInside(ground, "for (;;);", { policy });
    expect(result).toMatchObject({ timedOut: false, stopped: "cpu" });
    expect(result.answer).toBeUndefined();
    const deaf = await commandInside(ground, ["sh", "-c", "trap '' XCPU; while :; do :; done"], {
      ...NOTHING,
      ...policy,
    });
    expect(deaf.timedOut).toBe(false);
    expect(deaf.signal).toBe("SIGKILL");
  });
});

describe("what nobody reviewed does not run", () => {
  test.each([
    ["a constructor", "new Function('return 6 * 7')()"],
    ["eval", "(0, eval)('6 * 7')"],
    ["a constructor that is found by its name", "Reflect.get(async () => {}, 'constructor')('return 6 * 7')()"],
  ])("code made of text while it runs, by %s", async (_way, make) => {
    const attempt = `try { return await ${make}; } catch (error) { return error.name; }`;
    expect(await attackBare(ground, attempt)).toBe(42);
    expect(outcomeOf(await attackInside(ground, attempt))).toBe("EvalError");
  });
});
