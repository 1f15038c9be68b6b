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
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import { effectKey } from "./effect-key.ts";
import { PostgresIdempotencyStore } from "./idempotency-store.ts";

let database: TestDatabase;
let gateway: Sql;
let dispatcher: Sql;
let workerId: string;
let store: PostgresIdempotencyStore;
let agent: TestAgent;
let other: TestAgent;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway");
  dispatcher = database.as("worker");
  workerId = await registerWorker(dispatcher);
  store = new PostgresIdempotencyStore(database.as("web"));
  const owner = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
  other = await makeAgent(database.admin, owner.id);
  tool = await pinTool(database.admin, contractOf());
});
afterAll(async () => {
  await database.drop();
});

async function ask(key: string | null): Promise<{ id: string; execution_time_ms?: number; replayed?: boolean }> {
  const [row] = await gateway`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x',
      p_idempotency_key => ${key}) as view`;
  return row?.view;
}

async function run(): Promise<string> {
  const [row] = await dispatcher`select agents.fn_claim_tool_invocation(${workerId}, 60) as claim`;
  const { sealed, sealedTo, digest } = sealForTest(row?.claim.id, Buffer.from("{}"));
  await dispatcher`
    select agents.fn_complete_tool_invocation(${workerId}, ${row?.claim.id}, ${row?.claim.fence}, 'completed', ${sealed},
      '{"done":true}', '[]', '{"usage":{"wallMs":42}}', null, null, null, ${sealedTo}, ${digest})`;
  return row?.claim.idempotencyKey;
}

test("a result is recalled by the key that the agent gave, or by the id of the call, and the tool is told of it by one key", async () => {
  for (const given of ["pay-7", null]) {
    const { id } = await ask(given);
    expect(await store.recall(agent.id, given ?? id)).toBeUndefined();
    const key = given ?? id;
    const [call] = await database.admin<{ agentId: string; toolId: string }[]>`
      select agent_id as "agentId", tool_id as "toolId" from agents.tool_invocations where id = ${id}`;
    expect(await run()).toBe(effectKey({ id, agentId: "", toolId: "", ...call, idempotencyKey: given }));
    expect(await store.recall(agent.id, key)).toMatchObject({
      id,
      status: "completed",
      output: { done: true },
      executionTimeMs: 42,
    });
  }
});

test("asked again with its key, the agent gets the recorded result, with the time that it took", async () => {
  const { id } = await ask("pay-8");
  await run();
  expect(await ask("pay-8")).toMatchObject({ id, replayed: true, output: { done: true }, execution_time_ms: 42 });
});

test("one agent's key says nothing of another's call, and a call with a key does not go by its id", async () => {
  const { id } = await ask("pay-9");
  await run();
  expect(await store.recall(other.id, "pay-9")).toBeUndefined();
  expect(await store.recall(agent.id, id)).toBeUndefined();
});
