import { afterAll, beforeAll, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { readApproval } from "./read-approval.ts";

/** What a page says about a vote beforehand, read with the dashboard's own login. */

let database: TestDatabase;
let operator: TestPerson;
let agentId: string;
let toolId: string;
let held: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.admin`
    insert into agents.installation (one, kind, marked_at, salt_key) values (1, 'demo', now(), '\\x00') on conflict do nothing`;
  const owner = await makePerson(database.admin, "operator");
  operator = await makePerson(database.admin, "operator");
  const agent = await makeAgent(database.admin, owner.id);
  agentId = agent.id;
  const tool = await pinTool(database.admin, contractOf({ safetyClass: "privileged", egressClass: "write" }));
  const [asked] = await database.as("gateway")<{ call: { id: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{"path":"a"}', ${tool.definitionHash}, '[]', 'x') as call`;
  held = asked?.call.id ?? "";
  const [row] = await database.admin<{ toolId: string }[]>`
    select tool_id as "toolId" from agents.tool_invocations where id = ${held}`;
  toolId = row?.toolId ?? "";
});
afterAll(() => database.drop());

async function right() {
  const viewer = { personId: operator.id, name: "x", email: "x@example.test", role: "operator" as const };
  return (await readApproval(database.as("web"), viewer, held))?.right;
}

const onlyNo = (words: string) => ({ approve: false, reject: true, sentence: expect.stringContaining(words) });

it("says that a frozen agent's call cannot be approved, as long as it is frozen", async () => {
  expect(await right(), "control: nothing stands in the way").toMatchObject({ approve: true });
  await database.admin`update agents.agents set frozen_at = now(), frozen_reason = 'test' where id = ${agentId}`;
  expect(await right()).toEqual(onlyNo("frozen"));
  await database.admin`update agents.agents set frozen_at = null, frozen_reason = null where id = ${agentId}`;
  expect(await right()).toMatchObject({ approve: true });
});

it("says that calls are stopped only while an open switch covers this agent or tool", async () => {
  const stopFor = async (scope: string, target: string | null) => {
    await database.admin`
      insert into agents.kill_switches (id, scope, target_id, reason, thrown_by, thrown_at)
      values (gen_random_uuid(), ${scope}, ${target}, 'test', ${operator.id}, now())`;
    const during = await right();
    await database.admin`
      update agents.kill_switches set released_by = ${operator.id}, released_at = now(), release_reason = 'test'
      where released_at is null`;
    return during;
  };
  for (const [scope, target] of [["global", null] as const, ["agent", agentId] as const, ["tool", toolId] as const])
    expect(await stopFor(scope, target), scope).toEqual(onlyNo("kill switch"));
  expect(await stopFor("agent", operator.id), "another agent's switch").toMatchObject({ approve: true });
  expect(await right()).toMatchObject({ approve: true });
});

it("says from when the votes count of a person whom one admin raised alone", async () => {
  await database.admin`update agents.people set counts_from = now() + interval '1 day' where id = ${operator.id}`;
  expect(await right()).toEqual(onlyNo("your votes count from"));
  await database.admin`update agents.people set counts_from = now() where id = ${operator.id}`;
  expect(await right()).toMatchObject({ approve: true });
});
