import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { readToolForAgent } from "./read-tool.ts";

let database: TestDatabase;
let gateway: Sql;
let agent: TestAgent;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 2);
  const owner = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
  tool = await pinTool(database.admin, contractOf());
});
afterAll(() => database.drop());

async function read(sql = gateway, key = agent.key) {
  const outcome = await readToolForAgent(sql, key, tool.name);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
}

/** What is read has a word to be asked for by, once nothing older is open. */
async function readSettled() {
  await expect.poll(async () => (await read()).known, { timeout: 20_000 }).not.toBeNull();
  return read();
}

test("what was read is given again while it is so, and read anew from the first change on", async () => {
  const before = await readSettled();
  expect(await read()).toBe(before);
  await database.admin`update agents.agents set project_root = '/srv' where id = ${agent.id}`;
  const after = await read();
  expect(after).toMatchObject({ projectRoot: "/srv", definitionHash: before.definitionHash });
  await readSettled();
  expect(await read()).toMatchObject({ projectRoot: "/srv" });
});

test("what one key was told is never told another", async () => {
  await readSettled();
  const other = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id, "sandboxed");
  expect(await read(gateway, other.key)).toMatchObject({ agentId: other.id, accessLevel: "sandboxed" });
  expect(await read()).toMatchObject({ agentId: agent.id });
});

test("a revoked key is refused, whatever it was told before", async () => {
  const gone = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  await expect.poll(async () => (await read(gateway, gone.key)).known, { timeout: 20_000 }).not.toBeNull();
  await database.admin`update agents.agent_keys set revoked_at = now() where agent_id = ${gone.id}`;
  expect(await readToolForAgent(gateway, gone.key, tool.name)).toMatchObject({ ok: false, code: "bad_agent_key" });
});
