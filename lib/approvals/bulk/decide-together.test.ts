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
import { approveTogether, rejectTogether } from "./decide-together.ts";
import type { FoldedDecision } from "./with-duplicates.ts";

/** A card that stands for several calls, with the dashboard's own login. */

let database: TestDatabase;
let web: Sql;
let ana: TestPerson;
let agent: TestAgent;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  ana = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  tool = await pinTool(database.admin, contractOf({ safetyClass: "write", egressClass: "write" }));
});
afterAll(() => database.drop());

async function askAgain(times: number, input: object): Promise<string[]> {
  const gateway = database.as("gateway", 1);
  const ids: string[] = [];
  for (let n = 0; n < times; n += 1) {
    const [row] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify(input)}, ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
    ids.push(row?.id ?? "");
  }
  return ids;
}

async function card(id: string | undefined, folded: number): Promise<FoldedDecision> {
  const [row] = await web<{ id: string; revision: number; digest: string }[]>`
    select id, revision, binding_digest as digest from agents.tool_invocations where id = ${id ?? ""}`;
  if (!row) throw new Error("no such call");
  return { ...row, folded };
}

async function waiting(ids: readonly string[]): Promise<number> {
  const [row] = await web<{ count: number }[]>`
    select count(*)::int from agents.tool_invocations where id = any (${web.array([...ids])}::uuid[]) and status = 'pending'`;
  return row?.count ?? 0;
}

it("approves as many of the same as the person was told of, and what was asked since waits", async () => {
  const ids = await askAgain(5, { n: 1 });
  const others = await askAgain(2, { n: 2 });
  const answers = await approveTogether(web, ana.session, [await card(ids[0], 2)], null);
  expect(answers).toMatchObject({ ok: true, value: [{ ok: true }, { ok: true }, { ok: true }] });
  expect(await waiting(ids)).toBe(2);
  expect(await waiting(others), "what is not the same").toBe(2);
});

it("rejects all of the same, in several bites, and gives each refusal the code of the table", async () => {
  const ids = await askAgain(30, { n: 3 });
  const stale = { ...(await card((await askAgain(1, { n: 4 }))[0], 0)), digest: "other" };
  const rejected = await rejectTogether(web, ana.session, [await card(ids[0], 29), stale], "Enough.", null);
  if (!rejected.ok) throw new Error(rejected.message);
  expect(rejected.value).toHaveLength(31);
  expect(rejected.value.filter(({ ok }) => !ok)).toMatchObject([{ id: stale.id, code: "stale_payload" }]);
  expect(await waiting(ids)).toBe(0);
});

it("tells which were rejected also when the database is lost in the middle", async () => {
  const ids = await askAgain(30, { n: 5 });
  const cards = await Promise.all(ids.map((id) => card(id, 0)));
  let questions = 0;
  const breaking = ((...asked: Parameters<Sql>) => {
    questions += 1;
    return questions > 1
      ? Promise.reject(Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" }))
      : web(...asked);
  }) as unknown as Sql;
  const rejected = await rejectTogether(breaking, ana.session, cards, "Enough.", null);
  if (!rejected.ok) throw new Error(rejected.message);
  const left = rejected.value.filter(({ ok }) => !ok);
  expect(left).toHaveLength(5);
  expect(left).toMatchObject(left.map(() => ({ code: "database_unavailable" })));
  expect(await waiting(ids)).toBe(5);
});

it("approves nothing whose card would not let itself be approved before a long value was opened", async () => {
  const tail = `${"filler ".repeat(880)}rm -rf the-dangerous-tail`;
  const [long = "", ...same] = await askAgain(2, { n: 6, content: tail });
  const [lines = ""] = await askAgain(1, { n: 7, steps: Array.from({ length: 60 }, (_, at) => at) });
  const [short = ""] = await askAgain(1, { n: 8, content: "x" });
  for (const hiding of [await card(long, same.length), await card(lines, 0)]) {
    const answer = await approveTogether(web, ana.session, [await card(short, 0), hiding], null);
    expect(answer).toMatchObject({ ok: false, code: "not_bulk", message: expect.stringContaining("opened") });
  }
  expect(await waiting([long, ...same, lines, short])).toBe(4);
  expect(await approveTogether(web, ana.session, [await card(short, 0)], null), "control").toMatchObject({
    value: [{ ok: true }],
  });
  // Nothing is run by a no.
  expect(await rejectTogether(web, ana.session, [await card(long, 1)], "No.", null)).toMatchObject({
    value: [{ ok: true }, { ok: true }],
  });
});
