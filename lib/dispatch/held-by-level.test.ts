import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  registerWorker,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { claimNext } from "./claim.ts";

/** `requires_approval` of an access level: no dispatcher is ever handed such a call before a person has voted. */
let database: TestDatabase;
let worker: Sql;
let workerId: string;
let voter: TestPerson;
let restricted: TestAgent;
let standard: TestAgent;
let elevated: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = database.as("worker", 2);
  workerId = await registerWorker(worker);
  voter = await makePerson(database.admin, "reviewer");
  const owner = await makePerson(database.admin, "admin");
  restricted = await makeAgent(database.admin, owner.id, "restricted");
  standard = await makeAgent(database.admin, owner.id, "standard");
  elevated = await makeAgent(database.admin, owner.id, "elevated");
});
afterAll(() => database.drop());

async function ask(agent: TestAgent, tool: TestTool): Promise<{ id: string; status: string }> {
  const [row] = await database.as("gateway")<{ view: { id: string; status: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect', null) as view`;
  if (!row) throw new Error("no answer");
  return row.view;
}

async function approve(id: string): Promise<void> {
  const web = database.as("web");
  const [row] = await web<{ revision: number; digest: string }[]>`
    select revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
  if (!row) throw new Error("no such call");
  await web`select agents.fn_approve_tool_invocation(${voter.session}, ${id}, ${row.revision}, ${row.digest})`;
}

async function claimed(): Promise<string | undefined> {
  return (await claimNext(worker, workerId))?.id;
}

describe("an action that the level wants a person for", () => {
  test("is not handed to a dispatcher before the vote, and is after it", async () => {
    const tool = await pinTool(database.admin, contractOf({ category: "database", actionType: "db:mutate" }));
    const held = await ask(restricted, tool);
    expect(held.status).toBe("pending");
    expect(await claimed()).toBeUndefined();
    await approve(held.id);
    expect(await claimed()).toBe(held.id);
  });

  test("the same call of an agent whose level wants nobody is handed over at once", async () => {
    const tool = await pinTool(database.admin, contractOf({ category: "database", actionType: "db:mutate" }));
    const { id, status } = await ask(standard, tool);
    expect(status).toBe("running");
    expect(await claimed()).toBe(id);
  });

  test.each(["deploy:staging", "deploy:production"] as const)(
    "deploy means %s too, and nothing else",
    async (actionType) => {
      const deploy = await pinTool(database.admin, contractOf({ category: "file_system", actionType }));
      const write = await pinTool(database.admin, contractOf({ category: "file_system", actionType: "docs:write" }));
      expect(await ask(restricted, deploy)).toMatchObject({ status: "pending" });
      expect(await claimed()).toBeUndefined();
      const free = [await ask(elevated, deploy), await ask(restricted, write)];
      expect([await claimed(), await claimed()].sort()).toEqual(free.map(({ id }) => id).sort());
    },
  );
});
