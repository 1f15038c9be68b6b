import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { claimNext } from "#lib/dispatch/claim.ts";

/** Whoever ends many calls writes to many lanes: two of them must never wait for each other. */
const CALLS = 120;

let database: TestDatabase;
let gateway: Sql;
let agent: TestAgent;
let reader: TestTool;
let writer: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 8);
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  reader = await pinTool(database.admin, contractOf());
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
});
afterAll(async () => {
  await database.drop();
});

async function untilFree(work: () => PromiseLike<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "55P03") throw error;
    }
  }
}

async function askMany(tool: TestTool): Promise<void> {
  const ask = () =>
    gateway`select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect')`;
  // Asks of one agent take turns; whoever waits for too long asks again, as the gateway does.
  await Promise.all(Array.from({ length: CALLS }, () => untilFree(ask)));
}

const statuses = () =>
  database.admin`select status, count(*)::int as n from agents.tool_invocations group by status order by status`;

test("four sweeps at once end everything that is late, and none fails", async () => {
  await askMany(writer);
  await askMany(reader);
  await database.admin`update agents.tool_invocations set expires_at = now() where status = 'pending'`;
  await database.admin`update agents.tool_invocations set execution_expires_at = now() where status = 'running'`;
  const keeper = database.as("housekeeper", 4);
  for (let left = 2 * CALLS; left > 0; ) {
    const ended = await Promise.all(
      Array.from(
        { length: 4 },
        async () => (await keeper<{ n: number }[]>`select agents.fn_sweep(25) as n`)[0]?.n ?? 0,
      ),
    );
    left -= ended.reduce((sum, n) => sum + n, 0);
  }
  expect(await statuses()).toMatchObject([{ status: "expired", n: 2 * CALLS }]);
});

test("workers that find only calls of a frozen agent set them all aside, and none fails", async () => {
  await askMany(reader);
  await database.admin`update agents.agents set frozen_at = now() where id = ${agent.id}`;
  const worker = database.as("worker", 4);
  const take = async () => {
    const [row] = await worker<{ id: string }[]>`select agents.fn_register_worker(null, 'test', '[]') as id`;
    return claimNext(worker, row?.id ?? "");
  };
  expect(await Promise.all([take(), take(), take(), take()])).toEqual([undefined, undefined, undefined, undefined]);
  expect(await statuses()).toMatchObject([{ status: "cancelled", n: CALLS }, { status: "expired" }]);
});
