import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOSTILE_REPEATS, repeated } from "#bench/clean/texts.ts";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { done, refuse } from "#lib/errors/outcome.ts";
import { ask } from "#lib/gateway/ask.ts";
import { throwKillSwitch } from "#lib/operations/throw-kill-switch.ts";
import { openForTest, sealForTest } from "#lib/outputs/testing/test-key.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { Threads } from "#lib/threads/threads.ts";
import { BundleStore } from "./bundle-store.ts";
import { Worker } from "./worker.ts";

/** A dispatcher while one of its calls has an output that is made to be slow; the sandbox is a stand-in that says what it is told to. */

const SLOW = repeated(HOSTILE_REPEATS["sentences behind tokens"] ?? "", 20_971_520);

let database: TestDatabase;
let gateway: Sql;
let home: string;
let hostile: TestAgent;
let honest: TestAgent;
let tool: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway");
  home = mkdtempSync(join(tmpdir(), "airlock-judging-"));
  const owner = await makePerson(database.admin, "admin");
  hostile = await makeAgent(database.admin, owner.id);
  honest = await makeAgent(database.admin, owner.id);
  tool = (await pinTool(database.admin, contractOf({ idempotent: true }))).name;
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

/** Says a slow text, says "done", or waits until it is killed, by what the call asks for. */
const sandbox: SandboxRuntime = {
  name: "bubblewrap",
  reports: [],
  plan: (request) => buildSandboxPlan(request, ROOT_MACHINE),
  narrow: done,
  async run(_plan, { signal, stdin }) {
    const { say } = (JSON.parse(String(stdin)) as { input: { say: string } }).input;
    if (say === "nothing") await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    return {
      ...{ backend: "bubblewrap", exitCode: 0, signal: null, timedOut: false, stderr: "", truncated: false },
      ...{ stdout: say === "slow" ? SLOW : "done", usage: { wallMs: 1 }, network: [] },
      ...(signal?.aborted ? { stopped: "cancelled" as const } : {}),
    };
  },
  open: async () => refuse("no_sandbox"),
  close: async () => {},
};

async function withWorker(allowanceMs: number, work: (worker: Worker) => Promise<void>): Promise<void> {
  const sql = database.as("worker", 6);
  const threads = new Threads({ size: 2, allowanceMs: () => allowanceMs });
  const workshop = { sandbox, bundles: new BundleStore(sql, join(home, "bundles")), workspaces: home, home, threads };
  const worker = new Worker({ sql, workshop, seal: sealForTest, slots: 4, leaseSeconds: 4, log: () => {} });
  await worker.start();
  try {
    await work(worker);
  } finally {
    await worker.stop();
    await threads.close();
  }
}

async function askFor(agent: TestAgent, say: string): Promise<string> {
  const asked = await ask(gateway, agent.key, { tool, input: { say } });
  if (!asked.ok) throw new Error(asked.message);
  return asked.value.id;
}

const recordOf = async (id: string) =>
  (
    await database.admin`
      select status, fence, error_code, lease_expires_at, claimed_at is not null as claimed
      from agents.tool_invocations where id = ${id}`
  )[0];

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}
const isOver = async (id: string) => (await recordOf(id))?.status !== "running";

test("an output that is read for longer than a lease holds up neither beats nor other calls nor the kill switch", async () => {
  await withWorker(600_000, async () => {
    const slow = await askFor(hostile, "slow");
    const stuck = await askFor(honest, "nothing");
    await until(async () => Boolean((await recordOf(slow))?.claimed && (await recordOf(stuck))?.claimed));
    const leased = (await recordOf(slow))?.lease_expires_at as Date;

    const other = await askFor(honest, "done");
    await until(() => isOver(other));
    expect(await recordOf(other)).toMatchObject({ status: "completed" });
    await throwKillSwitch(
      database.as("web"),
      (await makePerson(database.admin, "operator")).session,
      { scope: "agent", targetId: honest.id },
      "a test",
    );
    await until(() => isOver(stuck));
    expect(await recordOf(stuck)).toMatchObject({ status: "cancelled" });
    await until(async () => ((await recordOf(slow))?.lease_expires_at as Date) > leased);
    // All of that while it is read, under the lease that it was given.
    expect(await recordOf(slow)).toMatchObject({ status: "running", fence: 1 });
  });
});

test("an output that takes longer than it may is withheld as uncleaned, and reviewers have all of it", async () => {
  await withWorker(200, async () => {
    const id = await askFor(hostile, "slow");
    await until(() => isOver(id));
    expect(await recordOf(id)).toMatchObject({ status: "failed", error_code: "cleaning_failed", fence: 1 });
    const [kept] = await database.admin<{ sealed: Uint8Array; cleaned: unknown }[]>`
      select sealed, cleaned from agents.invocation_outputs where invocation_id = ${id}`;
    expect(kept?.cleaned).toBeNull();
    expect(openForTest(id, kept?.sealed ?? new Uint8Array()) === SLOW).toBe(true);
  });
});

test("a dispatcher that is to leave does not wait for what is made to be slow", async () => {
  let id = "";
  await withWorker(600_000, async () => {
    id = await askFor(hostile, "slow");
    await until(async () => Boolean((await recordOf(id))?.claimed));
  });
  // Had it waited, the output would have been cleaned.
  expect(await recordOf(id)).toMatchObject({ status: "failed", error_code: "cleaning_failed" });
});
