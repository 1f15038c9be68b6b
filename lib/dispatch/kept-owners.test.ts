import type { Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAgent, makePerson, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { freezeAgent } from "#lib/agents/freeze-agent.ts";
import { releaseKillSwitch } from "#lib/operations/release-kill-switch.ts";
import { throwKillSwitch } from "#lib/operations/throw-kill-switch.ts";
import { DenyAllSandbox } from "#lib/sandbox/deny-all.ts";
import type { KeptOwner, SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { followKeptOwners, type KeptOwners } from "./kept-owners.ts";

let database: TestDatabase;
let worker: Sql;
let web: Sql;
let workerId: string;
let reviewer: TestPerson;
let agent: TestAgent;
let other: TestAgent;
let kept: KeptOwner[];
let ended: KeptOwner[];
let following: KeptOwners;

/** Keeps what it is told to, and says what it was asked to end. */
function keeping(): SandboxRuntime {
  return Object.assign(new DenyAllSandbox("a test"), {
    owners: () => kept,
    endOwner: async (owner: KeptOwner) => void ended.push(owner),
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  worker = database.as("worker", 2);
  web = database.as("web", 2);
  reviewer = await makePerson(database.admin, "reviewer");
  const owner = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, owner.id);
  other = await makeAgent(database.admin, owner.id);
  const [row] = await worker<{ id: string }[]>`select agents.fn_register_worker(null, 'test', '[]') as id`;
  workerId = row?.id ?? "";
});
afterAll(() => database.drop());
beforeEach(async () => {
  kept = [{ agentId: agent.id }, { agentId: agent.id, taskId: "one" }, { agentId: other.id, taskId: "one" }];
  ended = [];
  following = await followKeptOwners(worker, keeping(), () => {});
});
afterEach(() => following.close());

test("a task that is over ends what is kept for it, and nothing of another agent's task by that name", async () => {
  await database.admin`select airlock.end_sandboxes(${agent.id}, 'one')`;
  await expect.poll(() => ended).toEqual([{ agentId: agent.id, taskId: "one" }]);
});

test("a session that is over ends all that is kept for its agent", async () => {
  await database.admin`select airlock.end_sandboxes(${agent.id})`;
  await expect.poll(() => new Set(ended.map(({ agentId }) => agentId))).toEqual(new Set([agent.id]));
});

test("what was undone is not told", async () => {
  await database.admin
    .begin(async (sql) => {
      await sql`select airlock.end_sandboxes(${agent.id}, 'one')`;
      throw new Error("undone");
    })
    .catch(() => {});
  await database.admin`select airlock.end_sandboxes(${other.id}, 'one')`;
  await expect.poll(() => ended).toEqual([{ agentId: other.id, taskId: "one" }]);
});

test("whoever listens without keeping anything for it does not learn whose end it was", async () => {
  const told: string[] = [];
  const subscription = await web.listen("airlock_ends", (text) => told.push(text));
  await database.admin`select airlock.end_sandboxes(${agent.id}, 'one')`;
  await expect.poll(() => told).toHaveLength(1);
  expect(told[0]).toMatch(/^[0-9a-f]{64}$/);
  await subscription.unlisten();
});

test("the next look ends what is kept for an agent that was frozen, and for nobody else", async () => {
  await following.look(workerId);
  expect(ended).toEqual([]);
  await freezeAgent(web, reviewer.session, { agentId: agent.id, frozen: true, reason: "a test" });
  const again = await followKeptOwners(worker, keeping(), () => {});
  await again.look(workerId);
  await again.close();
  expect(ended).toEqual([{ agentId: agent.id }]);
  await freezeAgent(web, reviewer.session, { agentId: agent.id, frozen: false, reason: "a test" });
});

test("a kill switch over all ends everybody's, one over an agent that agent's", async () => {
  const look = async (): Promise<string[]> => {
    ended = [];
    const again = await followKeptOwners(worker, keeping(), () => {});
    await again.look(workerId);
    await again.close();
    return ended.map(({ agentId }) => agentId).sort();
  };
  for (const [scope, covered] of [
    [{ scope: "agent", targetId: other.id }, [other.id]],
    [{ scope: "global", targetId: null }, [agent.id, other.id].sort()],
  ] as const) {
    await throwKillSwitch(web, reviewer.session, scope, "a test");
    expect(await look()).toEqual(covered);
    const [thrown] = await database.admin<
      { id: string }[]
    >`select id from agents.kill_switches where released_at is null`;
    await releaseKillSwitch(web, reviewer.session, thrown?.id ?? "", "a test");
    expect(await look()).toEqual([]);
  }
});

test("nobody asks who is not a registered worker", async () => {
  await expect(worker`select agents.fn_stopped_agents(${agent.id}, ${[agent.id]}::uuid[])`).rejects.toMatchObject({
    code: "AL028",
  });
});
