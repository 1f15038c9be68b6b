import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { listRecentTasks } from "./list-recent-tasks.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("what can be judged is each task with a completed call, the newest first, and of that agent alone", async () => {
  const { admin } = database;
  const owner = await makePerson(admin, "admin");
  const tool = await pinTool(admin, contractOf());
  const [agent, other] = [await makeAgent(admin, owner.id), await makeAgent(admin, owner.id)];
  const [gateway, worker] = [database.as("gateway"), database.as("worker")];
  const workerId = await registerWorker(worker);
  const call = async (key: string, task: string | null, status: string) => {
    await gateway`
      select agents.fn_invoke_tool(${key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'a call', p_task_id => ${task})`;
    const [taken] = await worker<{ call: { id: string; fence: number } }[]>`
      select agents.fn_claim_tool_invocation(${workerId}, 30) as call`;
    await worker`
      select agents.fn_complete_tool_invocation(${workerId}, ${taken?.call.id ?? ""}, ${taken?.call.fence ?? 0}, ${status}, null, '{}', '[]', '{}',
        ${status === "failed" ? "tool_failed" : null})`;
  };
  await call(agent.key, "older", "completed");
  await call(agent.key, "newer", "completed");
  await call(agent.key, "newer", "completed");
  await call(agent.key, "broken", "failed");
  await call(agent.key, null, "completed");
  await call(other.key, "not-mine", "completed");
  expect(await listRecentTasks(database.as("web"), agent.id)).toEqual(["newer", "older"]);
});
