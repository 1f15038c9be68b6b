import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Lifecycle } from "#lib/policy/vocabulary.ts";
import { descendantsRunning, openStore, type Store, type Tool } from "#lib/sandbox/pool/store.fixture.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";

let store: Store;
beforeEach(async () => {
  store = await openStore();
});
afterEach(() => store.close());

/** Counts in the memory of its process and in a file of its sandbox, so that it is seen who shares which. */
const COUNT = `globalThis.count = (globalThis.count ?? 0) + 1; fs.appendFileSync('/tmp/calls', 'x'); console.log('call', input);
  return [count, fs.readFileSync('/tmp/calls', 'utf8').length];`;
const RUNNER = "/airlock/run-tool.cjs";

const shared = (lifecycle: Lifecycle, body = COUNT): Tool => store.tool(body, {}, { lifecycle });
const output = (result: SandboxResult): unknown => (result.answer?.ok ? result.answer.output : result);
const by = (agentId: string, taskId: string) => ({ correlation: { agentId, taskId } });

describe("who shares a sandbox", () => {
  test("per-call: nobody", async () => {
    const tool = shared("per-call");
    for (const n of [1, 2]) expect(output(await tool.run(n, by("a", "t")))).toEqual([1, 1]);
  });

  test("per-task: the calls of one task of one agent, each with its own answer and prints", async () => {
    const tool = shared("per-task");
    const first = await tool.run(1, by("a", "t"));
    const second = await tool.run(2, by("a", "t"));
    expect([first.start, second.start]).toEqual(["cold", "reused"]);
    expect([output(first), output(second)]).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect([first.stdout, second.stdout]).toEqual(["call 1\n", "call 2\n"]);
    for (const other of [by("a", "u"), by("b", "t")]) expect(output(await tool.run(3, other))).toEqual([1, 1]);
  });

  test("per-agent: the calls of one agent, whatever the task; never another plan's", async () => {
    const tool = shared("per-agent");
    expect(output(await tool.run(1, by("a", "t")))).toEqual([1, 1]);
    expect(output(await tool.run(2, by("a", "u")))).toEqual([2, 2]);
    expect(output(await tool.run(3, by("b", "t")))).toEqual([1, 1]);
    const narrower = store.tool(COUNT, { policy: { filesystem: { read: [], write: [] } } }, { lifecycle: "per-agent" });
    expect(output(await narrower.run(4, by("a", "t")))).toEqual([1, 1]);
  });

  test("a call that names no owner shares with nobody", async () => {
    const tool = shared("per-task");
    for (const n of [1, 2]) expect(output(await tool.run(n, { correlation: { agentId: "a" } }))).toEqual([1, 1]);
  });
});

describe("calls at the same time", () => {
  test("run at the same time, and answers and prints go to whom they belong", async () => {
    const tool = shared(
      "per-task",
      "globalThis.here = (globalThis.here ?? 0) + 1; while (here < 5) await new Promise((d) => setTimeout(d, 5)); console.log('of', input); return input;",
    );
    const results = await Promise.all([1, 2, 3, 4, 5].map((n) => tool.run(n, by("a", "t"))));
    expect(results.map(output)).toEqual([1, 2, 3, 4, 5]);
    expect(results.map(({ stdout }) => stdout)).toEqual([1, 2, 3, 4, 5].map((n) => `of ${n}\n`));
  });

  test("one that passes its clock ends the sandbox, and the others are told so", async () => {
    const policy = { filesystem: { read: [], write: [] }, exec: "allow" as const, limits: { wallSeconds: 3 } };
    const body = "await new Promise((done) => setTimeout(done, input)); return 'done'";
    const tool = store.tool(body, { policy }, { lifecycle: "per-task" });
    await tool.run(0, by("a", "t"));
    const late = tool.run(60_000, by("a", "t"));
    // Far from the clock, also on a busy machine: the sibling has to be there when it runs out.
    await sleep(300);
    const sibling = tool.run(50_000, by("a", "t"));
    expect(await late).toMatchObject({ stopped: "wall", timedOut: true, start: "reused" });
    expect((await sibling).error?.code).toBe("sandbox_ended");
    // The owner is not stuck with it.
    expect(await tool.run(0, by("a", "t"))).toMatchObject({ start: "cold", answer: { ok: true, output: "done" } });
  });

  test("one that floods its output, or is cancelled, ends it too", async () => {
    const tool = shared(
      "per-task",
      "for (; input === 'flood'; ) fs.writeSync(1, 'x'.repeat(4096)); await new Promise((d) => setTimeout(d, input)); return 1",
    );
    await tool.run(0, by("a", "t"));
    expect(await tool.run("flood", by("a", "t"))).toMatchObject({ stopped: "output", truncated: true });
    await tool.run(0, by("a", "t"));
    const cancelled = tool.run(60_000, { ...by("a", "t"), signal: AbortSignal.timeout(100) });
    expect(await cancelled).toMatchObject({ stopped: "cancelled" });
  });

  test.each([
    ["that name no call", "x\\n"],
    ["for a call that is not there", "999999 stdout 0\\n"],
    ["that say again what was said", "1 taken \\n"],
    ["without a text", "1 stdout ?\\n"],
  ])("one that floods the answers with lines %s ends it too", async (_, line) => {
    const tool = shared(
      "per-task",
      `const answers = process.argv[2]; for (const line = '${line}'.repeat(4096); ; ) try { fs.writeSync(Number(answers), line); } catch {}`,
    );
    const result = await tool.run(1, by("a", "t"));
    expect(result.error?.code ?? result.stopped).toMatch(/sandbox_ended|output/);
    expect(result.timedOut).toBe(false);
  });
});

describe("the end", () => {
  const untilGone = async (): Promise<void> => {
    while (descendantsRunning(RUNNER).length > 0) await sleep(20);
  };

  test("comes at once with its task, and only with that one", async () => {
    const tool = shared("per-task");
    await tool.run(1, by("a", "t"));
    await tool.run(1, by("a", "u"));
    await store.backend.endOwner({ agentId: "a", taskId: "t" });
    expect((await tool.run(2, by("a", "t"))).start).toBe("cold");
    expect((await tool.run(2, by("a", "u"))).start).toBe("reused");
    await store.backend.endOwner({ agentId: "a" });
    await untilGone();
  });

  test("waits for the call that is under way in it, and takes no further one", async () => {
    const tool = shared("per-agent", "await new Promise((resolve) => setTimeout(resolve, 400)); return 'done';");
    await tool.run(1, by("a", "t"));
    expect(store.backend.owners()).toEqual([{ agentId: "a" }]);
    const underWay = tool.run(2, by("a", "t"));
    await sleep(100);
    const ending = store.backend.endOwner({ agentId: "a" });
    expect(store.backend.owners()).toEqual([]);
    const next = tool.run(3, by("a", "t"));
    expect(output(await underWay)).toBe("done");
    await ending;
    expect((await next).start).toBe("cold");
    await store.backend.endOwner({ agentId: "a" });
    await untilGone();
  });

  test("comes after the grace period without a call", async () => {
    await store.close();
    store = await openStore({ graceSeconds: 1 });
    const tool = shared("per-agent");
    await tool.run(1, by("a", "t"));
    expect(descendantsRunning(RUNNER).length).toBeGreaterThan(0);
    await untilGone();
    expect((await tool.run(2, by("a", "t"))).start).toBe("cold");
  });

  test("comes for a sandbox that works on behind its answers, and not for one that rests", async () => {
    await store.close();
    store = await openStore({ graceSeconds: 3600 });
    const policy = { filesystem: { read: [], write: [] }, exec: "allow" as const, limits: { cpuSeconds: 3000 } };
    const behind = (body: string): Tool => store.tool(body, { policy }, { lifecycle: "per-agent" });
    const working = behind("setTimeout(() => { for (;;); }, 20); return 'behind';");
    const resting = behind("return 'nothing behind';");
    await resting.run(1, by("a", "t"));
    const alone = descendantsRunning(RUNNER).length;
    await working.run(1, by("a", "t"));
    expect(descendantsRunning(RUNNER).length).toBeGreaterThan(alone);
    const counted = working.plan.limits.some(
      ({ name, enforcedBy }) => name === "cpuSeconds" && enforcedBy === "reader",
    );
    // Where no group counts it, only the end of its grace can.
    if (counted) while (descendantsRunning(RUNNER).length > alone) await sleep(50);
    expect((await resting.run(2, by("a", "t"))).start).toBe("reused");
  });
});

test("a call without an id does not find an earlier call's", async () => {
  const tool = shared("per-agent", "return Object.keys(process.env).filter((n) => n.startsWith('AIRLOCK_')).sort();");
  const first = await tool.run(1, { correlation: { agentId: "a", taskId: "t", sessionId: "s", requestId: "r" } });
  expect(output(first)).toHaveLength(4);
  expect(output(await tool.run(2, { correlation: { agentId: "a" } }))).toEqual(["AIRLOCK_AGENT_ID"]);
});

test("credentials are there during calls, gone between them, and a new value gets a new sandbox", async () => {
  const credentials = [{ as: "file" as const, secret: "token", target: "/run/secrets/token" }];
  const body = `const before = globalThis.seen; clearInterval(globalThis.looking);
    globalThis.looking = setInterval(() => { globalThis.seen = fs.readdirSync('/run/secrets'); }, 50).unref();
    return { before, value: fs.readFileSync('/run/secrets/token', 'utf8').length }`;
  const tool = store.tool(body, {}, { lifecycle: "per-agent", credentials });
  const call = (token: string) => tool.run(null, { ...by("a", "t"), secrets: { token } });
  expect(output(await call("four"))).toEqual({ value: 4 });
  const look = async (): Promise<unknown> => {
    await sleep(200);
    return output(await call("four"));
  };
  await expect.poll(look, { timeout: 10_000 }).toEqual({ before: [], value: 4 });
  const rotated = await call("sixsix");
  expect(rotated.start).toBe("cold");
  expect(output(rotated)).toEqual({ value: 6 });
});
