import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  type TestAgent,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { type Claim, claimNext } from "./claim.ts";
import { runInPlatform } from "./run-in-platform.ts";

/** What Airlock itself does for a call, while the database comes and goes: the call never ends as failed for what may have happened. */
let database: TestDatabase;
let worker: Sql;
let workerId: string;
let agent: TestAgent;
let remember: TestTool;
beforeAll(async () => {
  database = await createTestDatabase();
  worker = database.as("worker", 2);
  workerId = await registerWorker(worker);
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
  // Of class read, so that no person is asked here.
  remember = await pinTool(
    database.admin,
    contractOf({
      ...{ inputSchema: { type: "object" }, outputSchema: { type: "object" }, idempotent: true },
      runtime: { kind: "platform", operation: "memory.store" },
    }),
  );
});
afterAll(() => database.drop());

async function claimOne(): Promise<Claim> {
  await database.as("gateway")`
    select agents.fn_invoke_tool(${agent.key}, ${remember.name}, '{"text":"a thing to keep"}', ${remember.definitionHash}, '[]', 'e')`;
  const taken = await claimNext(worker, workerId);
  return taken && !("unreadable" in taken) ? taken : expect.fail("nothing was claimed");
}

async function memoriesOf({ id }: Claim): Promise<number> {
  const [row] = await database.admin<{ n: number }[]>`
    select count(*)::int as n from agents.memories where invocation_id = ${id}`;
  return row?.n ?? 0;
}

const held = (sql: Sql, signal: AbortSignal = new AbortController().signal) => ({
  sql,
  workerId,
  signal,
  log: () => {},
});
const lost = () => Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });

/** The worker's connection, of which answers get lost: before the server heard, or after it did as asked. */
function losing(times: number, when: "before" | "after"): Sql {
  let left = times;
  return (async (...statement: Parameters<Sql>) => {
    const loses = left > 0;
    left -= 1;
    if (loses && when === "before") throw lost();
    const answer = await worker(...statement);
    if (loses) throw lost();
    return answer;
  }) as unknown as Sql;
}

test.each(["before", "after"] as const)(
  "a connection lost %s it was done is no failure: it is done once, and the answer is its own",
  async (when) => {
    const claim = await claimOne();
    const ending = await runInPlatform(claim, held(losing(3, when)));
    expect(ending.status).toBe("completed");
    expect(JSON.parse(ending.cleanedJson ?? "")).toMatchObject({ id: expect.any(String), replaced: false });
    expect(await memoriesOf(claim)).toBe(1);
  },
);

test("a session that the server ended in the middle is no failure either", async () => {
  const claim = await claimOne();
  const blocker = await database.admin.reserve();
  await blocker`begin`;
  await blocker`lock table agents.memories in access exclusive mode`;
  const running = runInPlatform(claim, held(worker));
  const waiting = async () => {
    const [row] = await database.admin<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%fn_perform_in_platform%'`;
    return row?.pid;
  };
  await expect.poll(waiting).toBeDefined();
  await database.admin`select pg_terminate_backend(${(await waiting()) ?? 0})`;
  await blocker`rollback`;
  blocker.release();
  expect(await running).toMatchObject({ status: "completed" });
  expect(await memoriesOf(claim)).toBe(1);
});

test("without its lease it stops, and says neither that it was done nor that it failed", async () => {
  const claim = await claimOne();
  const lease = new AbortController();
  const running = runInPlatform(claim, held(losing(Number.POSITIVE_INFINITY, "before"), lease.signal));
  lease.abort();
  expect((await running).status).toBe("cancelled");
  expect(await memoriesOf(claim)).toBe(0);
});

test("what the server refuses for its own reasons is a failure, and so is what it takes back again and again", async () => {
  const claim = await claimOne();
  const other = { ...claim, fence: claim.fence + 1 };
  expect(await runInPlatform(other, held(worker))).toMatchObject({ status: "failed", errorCode: "tool_failed" });
  const slow = (() =>
    Promise.reject(Object.assign(new Error("x"), { code: "57014", severity: "ERROR" }))) as unknown as Sql;
  expect(await runInPlatform(claim, held(slow))).toMatchObject({ status: "failed", errorCode: "tool_failed" });
});
