import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { descendantsRunning, isRunning, openStore, type Store } from "./store.fixture.ts";

let store: Store;
beforeEach(async () => {
  store = await openStore();
});
afterEach(() => store.close());

const RUNNER = "/airlock/run-tool.cjs";

describe("a sandbox that stood ready", () => {
  test("serves one call as one made for it would, and no second", async () => {
    const tool = store.tool(
      "globalThis.calls = (globalThis.calls ?? 0) + 1; console.log('printed'); const { AIRLOCK_AGENT_ID, AIRLOCK_TASK_ID } = process.env;" +
        "return { input, calls, ids: [AIRLOCK_AGENT_ID, AIRLOCK_TASK_ID], files: [...fs.readdirSync('/tmp'), ...fs.readdirSync('/workspace')] }",
    );
    const correlation = { agentId: "agent-1", taskId: "task-1" };
    const cold = await tool.run({ n: 1 }, { correlation });
    await tool.untilReady();
    const warm = await tool.run({ n: 1 }, { correlation });
    expect([cold.start, warm.start]).toEqual(["cold", "warm"]);
    const { usage: _, start: __, ...same } = cold;
    expect(warm).toMatchObject(same);
    expect(warm.answer).toEqual({
      ok: true,
      output: { input: { n: 1 }, calls: 1, ids: ["agent-1", "task-1"], files: [] },
    });
    await tool.untilReady();
    const again = await tool.run({ n: 2 }, { correlation: { agentId: "agent-1", taskId: "two words" } });
    expect(again.answer).toMatchObject({ output: { input: { n: 2 }, calls: 1, ids: ["agent-1", null] } });
  });

  test("has loaded nothing of the tool and heard nothing of a call before its own", async () => {
    const trace = join(store.workspace, "imported");
    const tool = store.tool("return fs.existsSync('/workspace/imported')", {}, {});
    const loud = store.tool(
      "return 1 } }; import { writeFileSync } from 'node:fs'; writeFileSync('/workspace/imported', ''); const unused = { async f() {",
    );
    await tool.run();
    await loud.run({ canary: "canary-of-the-input" }, { correlation: { agentId: "canary-of-the-agent" } });
    expect(existsSync(trace)).toBe(true);
    renameSync(trace, `${trace}.cold`);
    await loud.untilReady();
    expect(existsSync(trace)).toBe(false);
    const runners = descendantsRunning(RUNNER);
    expect(runners.length).toBeGreaterThan(0);
    for (const pid of runners) {
      const seen = readFileSync(`/proc/${pid}/environ`, "latin1") + readFileSync(`/proc/${pid}/cmdline`, "latin1");
      expect(seen).not.toContain("canary");
    }
    expect((await loud.run()).start).toBe("warm");
    expect(existsSync(trace)).toBe(true);
  });

  test("hears its call alone: a program that the tool starts can open where it prints itself, and nothing that the tool has open", async () => {
    const opens = `const open = (way, file) => child_process.spawnSync("/bin/sh", ["-c", "exec 9" + way + "/proc/" + file], { stdio: "inherit" }).status === 0;
      const [answer] = process.argv.slice(2).map((number) => "$PPID/fd/" + number);
      return [open(">", "self/fd/1"), open(">", "$PPID/fd/1"), open("<", "$PPID/fd/0"), open(">", "$PPID/fd/0"), open("<", answer), open(">", answer)]`;
    const tool = store.tool(opens);
    await tool.run();
    await tool.untilReady();
    const warm = await tool.run();
    expect(warm.start).toBe("warm");
    expect(warm.answer).toEqual({ ok: true, output: [true, false, false, false, false, false] });
  });

  test("has its whole time from the moment of the call, and no more", async () => {
    const limits = { wallSeconds: 2 };
    const policy = { filesystem: { read: ["${workspace}/**"], write: [] }, exec: "allow" as const, limits };
    const tool = store.tool("await new Promise((done) => setTimeout(done, input)); return 'done'", { policy });
    await tool.run(0);
    await tool.untilReady();
    await sleep(2_100);
    const quick = await tool.run(10);
    expect(quick).toMatchObject({ start: "warm", answer: { ok: true, output: "done" } });
    await tool.untilReady();
    expect(await tool.run(10_000)).toMatchObject({ start: "warm", timedOut: true, stopped: "wall" });
  });

  test("has said all that it printed with its answer, and nothing of it goes on behind that", async () => {
    const mark = `stays-${process.pid}`;
    const tool = store.tool(
      `const script = 'trap "" TERM HUP INT; while :; do echo . >> /workspace/ticks; done; : ${mark}';
       const child = child_process.spawn('/usr/bin/setsid', ['sh', '-c', script], { stdio: 'ignore' });
       while (!fs.existsSync('/workspace/ticks')) await new Promise((done) => setTimeout(done, 5));
       console.log('x'.repeat(60_000)); console.error('y'.repeat(60_000)); return child.pid > 0`,
    );
    for (const start of ["cold", "warm"]) {
      const result = await tool.run();
      expect(result).toMatchObject({ start, exitCode: 0, answer: { ok: true, output: true } });
      expect([result.stdout.length, result.stderr.length]).toEqual([60_001, 60_001]);
      // The control: it did go on until then, in a session of its own, deaf to every signal that can be ignored.
      const ticks = join(store.workspace, "ticks");
      const size = statSync(ticks).size;
      expect(size).toBeGreaterThan(0);
      while (descendantsRunning(mark).some(isRunning)) await sleep(1);
      // What was under way in the kernel when its end came may still be written; nothing after that.
      expect(statSync(ticks).size - size).toBeLessThan(16);
      renameSync(ticks, `${ticks}.${start}`);
      await tool.untilReady();
    }
  });

  test("keeps to its allowance of output, and can be cancelled", async () => {
    const limits = { outputBytes: 10_000 };
    const policy = { filesystem: { read: [], write: [] }, exec: "allow" as const, limits };
    const tool = store.tool("if (input) for (;;) fs.writeSync(1, 'x'.repeat(1000)); return 1", { policy });
    await tool.run();
    await tool.untilReady();
    expect(await tool.run("flood")).toMatchObject({ start: "warm", stopped: "output", truncated: true });
    await tool.untilReady();
    const endless = store.tool("await new Promise((done) => setTimeout(done, input)); return 1");
    await endless.run(0);
    await endless.untilReady();
    expect(await endless.run(60_000, { signal: AbortSignal.timeout(200) })).toMatchObject({ stopped: "cancelled" });
  });
});

/** The first of them takes the others with it. */
function tryKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

describe("what is not handed out", () => {
  test("one that was killed while it stood there: the call gets a new one", async () => {
    const tool = store.tool("return 'done'");
    await tool.run();
    await tool.untilReady();
    const standing = descendantsRunning(RUNNER);
    expect(standing.length).toBeGreaterThan(0);
    for (const pid of standing) tryKill(pid);
    const next = await tool.run();
    expect(next).toMatchObject({ start: "cold", answer: { ok: true, output: "done" } });
  });

  test("one whose workspace is no longer the one at that path", async () => {
    const tool = store.tool("return fs.readFileSync('/workspace/name', 'utf8')");
    const swap = (name: string): void => {
      renameSync(store.workspace, `${store.workspace}-before-${name}`);
      mkdirSync(store.workspace);
      writeFileSync(join(store.workspace, "name"), name);
    };
    writeFileSync(join(store.workspace, "name"), "first");
    await tool.run();
    await tool.untilReady();
    swap("second");
    expect(await tool.run()).toMatchObject({ start: "cold", answer: { ok: true, output: "second" } });
  });

  test("one for another plan: a changed limit is another plan", async () => {
    const tool = store.tool("return 1");
    const other = store.tool("return 1", {}, { environment: { ...tool.plan.environment, TZ: "UTC" } });
    await tool.run();
    await tool.untilReady();
    expect((await other.run()).start).toBe("cold");
  });
});

test("closing leaves none of them alive", async () => {
  const tool = store.tool("return 1");
  await tool.run();
  await tool.untilReady();
  const standing = descendantsRunning(RUNNER);
  expect(standing.length).toBeGreaterThan(0);
  await store.backend.close();
  expect(standing.filter(isRunning)).toEqual([]);
});
