import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { done, refuse } from "#lib/errors/outcome.ts";
import { ask } from "#lib/gateway/ask.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { BundleStore } from "./bundle-store.ts";
import { claimNext } from "./claim.ts";
import { Worker } from "./worker.ts";

/** What a dispatcher does when the database is slow, silent or full; the sandbox is a stand-in that only waits. */

let database: TestDatabase;
let gateway: Sql;
let agent: TestAgent;
let home: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway");
  home = mkdtempSync(join(tmpdir(), "airlock-lease-"));
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

interface StandIn extends SandboxRuntime {
  /** How each run ended, in order. */
  readonly ends: string[];
  most: number;
}

/** Runs take until `runMs` has passed or they are killed; the first may take another time. */
function standIn(runMs: number, firstMs = runMs): StandIn {
  const ends: string[] = [];
  let inside = 0;
  let started = 0;
  const runtime: StandIn = {
    name: "bubblewrap",
    reports: [],
    ends,
    most: 0,
    plan: (request) => buildSandboxPlan(request, ROOT_MACHINE),
    narrow: done,
    async run(_plan, { signal }): Promise<SandboxResult> {
      inside += 1;
      started += 1;
      runtime.most = Math.max(runtime.most, inside);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, started === 1 ? firstMs : runMs);
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      });
      inside -= 1;
      ends.push(signal?.aborted ? "killed" : "ran");
      return {
        ...{ backend: "bubblewrap", exitCode: 0, signal: null, timedOut: false, stdout: "done", stderr: "" },
        ...{ truncated: false, usage: { wallMs: 1 }, network: [] },
        ...(signal?.aborted ? { stopped: "cancelled" as const } : {}),
      } as SandboxResult;
    },
    open: async () => refuse("no_sandbox"),
    close: async () => {},
  };
  return runtime;
}

async function withWorker(sandbox: SandboxRuntime, slots: number, work: () => Promise<void>): Promise<void> {
  const sql = database.as("worker", 6);
  const workshop = { sandbox, bundles: new BundleStore(sql, join(home, "bundles")), workspaces: home, home };
  const worker = new Worker({ sql, workshop, seal: sealForTest, slots, leaseSeconds: 1, log: () => {} });
  await worker.start();
  try {
    await work();
  } finally {
    await worker.stop();
  }
}

async function askFor(tool: string): Promise<string> {
  const asked = await ask(gateway, agent.key, { tool, input: {} });
  if (!asked.ok) throw new Error(asked.message);
  return asked.value.id;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const recordOf = async (id: string) =>
  (await database.admin`select status, fence from agents.tool_invocations where id = ${id}`)[0];

async function countWaiting(): Promise<number> {
  const [row] = await database.admin<{ count: number }[]>`
    select count(*)::int as count from agents.tool_invocations where status = 'running' and claimed_at is null`;
  return row?.count ?? 0;
}

for (const { idempotent, ends, record } of [
  { idempotent: true, ends: ["killed", "ran"], record: { status: "completed", fence: 2 } },
  { idempotent: false, ends: ["killed"], record: { status: "unknown", fence: 1 } },
]) {
  test(`a call ${idempotent ? "that may run again" : "with one try"} is killed when its lease is over unanswered, and is not called cancelled`, async () => {
    const { name } = await pinTool(database.admin, contractOf({ idempotent }));
    const sandbox = standIn(1, 60_000);
    await withWorker(sandbox, 1, async () => {
      const id = await askFor(name);
      await until(async () => (await recordOf(id))?.fence === 1);
      await database.admin.begin(async (sql) => {
        // No beat gets through, and no word that it does not.
        await sql`lock table agents.tool_invocations in access exclusive mode`;
        await until(() => sandbox.ends.length === 1);
      });
      await until(async () => (await recordOf(id))?.status !== "running");
      expect(await recordOf(id)).toEqual(record);
      expect(sandbox.ends).toEqual(ends);
    });
  });
}

test("a worker runs as many calls at once as it has slots and never more", async () => {
  const { name } = await pinTool(database.admin, contractOf());
  const sandbox = standIn(60);
  await withWorker(sandbox, 2, async () => {
    for (let n = 0; n < 12; n += 1) await askFor(name);
    await until(() => sandbox.ends.length === 12);
    expect(sandbox.most).toBe(2);
  });
});

test("a lost call is taken up although others keep waiting", async () => {
  const { name } = await pinTool(database.admin, contractOf({ idempotent: true }));
  const lost = await askFor(name);
  const gone = database.as("worker", 1);
  await claimNext(gone, await registerWorker(gone, "gone"), 1);
  for (let n = 0; n < 30; n += 1) await askFor(name);
  await until(async () => {
    const [row] =
      await database.admin`select lease_expires_at < now() as over from agents.tool_invocations where id = ${lost}`;
    return row?.over;
  });
  await withWorker(standIn(20), 1, async () => {
    await until(async () => (await countWaiting()) === 0 && (await recordOf(lost))?.status === "completed");
  });
  // By the record, however long anybody took: when it was taken again, others still waited.
  const [order] = await database.admin<{ after: number }[]>`
    select count(*)::int as after from agents.invocation_runs other
    join agents.invocation_runs again on again.invocation_id = ${lost} and again.fence = 2
    where other.claimed_at > again.claimed_at`;
  expect(order?.after).toBeGreaterThan(0);
});

test("a result is kept while the database has no room to take it, and recorded when it has", async () => {
  const { name } = await pinTool(database.admin, contractOf());
  await withWorker(standIn(1), 1, async () => {
    await database.admin.unsafe(`
      create function refuse_for_lack_of_room() returns trigger language plpgsql as
        $$ begin raise exception using errcode = '53300', message = 'sorry, too many clients already'; end $$;
      create trigger full_server before insert on agents.invocation_outputs for each row execute function refuse_for_lack_of_room()`);
    const id = await askFor(name);
    await until(async () => (await recordOf(id))?.fence === 1);
    // Longer than a result that is itself refused is insisted on.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await database.admin.unsafe("drop trigger full_server on agents.invocation_outputs");
    await until(async () => (await recordOf(id))?.status !== "running");
    expect(await recordOf(id)).toMatchObject({ status: "completed" });
  });
});
