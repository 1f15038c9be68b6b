import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** How long something grave has to be looked at, by the database's clock. */

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let agent: TestAgent;
let grave: TestTool;
let small: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway", 1);
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
  grave = await pinTool(database.admin, contractOf({ safetyClass: "financial", egressClass: "write" }));
  small = await pinTool(database.admin, contractOf({ safetyClass: "write", egressClass: "write" }));
  await database.admin`update agents.settings set value = 2 where name = 'reading_seconds'`;
});
afterAll(() => database.drop());

async function ask(tool: TestTool) {
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ path: randomUUID() })}, ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  const [call] = await database.admin<{ id: string; digest: string; approval: string }[]>`
    select i.id, i.binding_digest as digest, a.id as approval from agents.tool_invocations i
    join agents.approvals a on a.subject_id = i.id where i.id = ${row?.id ?? ""}`;
  if (!call) throw new Error("nothing was asked");
  return call;
}
type Call = Awaited<ReturnType<typeof ask>>;

async function see(person: TestPerson, call: Call, ago = "0 seconds"): Promise<void> {
  await web`select agents.fn_see_approval(${person.session}, ${call.approval})`;
  await database.admin`update agents.approval_sights set at = at - ${ago}::interval where approval_id = ${call.approval} and person_id = ${person.id}`;
}

async function approve(person: TestPerson, call: Call): Promise<string> {
  return web`select agents.fn_approve_tool_invocation(${person.session}, ${call.id}, 1, ${call.digest})`.then(
    () => "approved",
    (error: { code?: string }) => error.code ?? "?",
  );
}

it("a grave call that was not on the screen, or only just, is not approved; one that was read is", async () => {
  const person = await makePerson(database.admin, "operator");
  const call = await ask(grave);
  expect(await approve(person, call)).toBe("AL037");
  await see(person, call);
  expect(await approve(person, call)).toBe("AL037");
  await see(await makePerson(database.admin, "operator"), call, "1 minute");
  expect(await approve(person, call), "another's reading is not theirs").toBe("AL037");
  await see(person, call, "3 seconds");
  expect(await approve(person, call)).toBe("approved");
});

it("looking again does not begin anew, and a small call needs no pause", async () => {
  const person = await makePerson(database.admin, "operator");
  const call = await ask(grave);
  await see(person, call, "3 seconds");
  await see(person, call);
  expect(await approve(person, call)).toBe("approved");
  expect(await approve(person, await ask(small))).toBe("approved");
});

it("a person whose last approvals were quicker than reading has to look longer at grave calls, others do not", async () => {
  const hurried = await makePerson(database.admin, "operator");
  const calm = await makePerson(database.admin, "operator");
  for (const [person, dwell] of [
    [hurried, "0.5 seconds"],
    [calm, "4 seconds"],
  ] as const) {
    for (let n = 0; n < 20; n += 1) {
      const call = await ask(small);
      await see(person, call, dwell);
      expect(await approve(person, call), "small calls go on as before").toBe("approved");
    }
  }
  const [first, second] = [await ask(grave), await ask(grave)];
  await see(calm, first, "3 seconds");
  expect(await approve(calm, first)).toBe("approved");
  await see(hurried, second, "3 seconds");
  expect(await approve(hurried, second)).toBe("AL037");
  await see(hurried, second, "8 seconds");
  expect(await approve(hurried, second)).toBe("approved");
});
