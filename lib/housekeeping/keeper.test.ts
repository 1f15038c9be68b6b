import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { startKeeper } from "./keeper.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("a call that nobody decided in time expires by itself, and its record says so", async () => {
  const owner = await makePerson(database.admin, "admin");
  const agent = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(database.admin, contractOf({ egressClass: "write" }));
  const [asked] = await database.as("gateway")<{ view: { id: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x') as view`;
  const id = asked?.view.id ?? "";
  await database.admin`update agents.tool_invocations set expires_at = now() - interval '1 second' where id = ${id}`;

  const faults: string[] = [];
  const keeper = await startKeeper(database.urls.housekeeper, (line) => faults.push(line));
  try {
    await vi.waitFor(
      async () => {
        const [call] =
          await database.admin`select status, expiry_kind, approval_status from agents.tool_invocations where id = ${id}`;
        expect(call).toEqual({ status: "expired", expiry_kind: "approval", approval_status: "expired" });
      },
      { timeout: 20_000, interval: 100 },
    );
  } finally {
    await keeper.stop();
  }
  expect(faults).toEqual([]);
  const [entry] =
    await database.admin`select actor from audit.events where subject = ${`invocation:${id}`} and action = 'invocation.expired'`;
  expect(entry).toEqual({ actor: "system" });
});
