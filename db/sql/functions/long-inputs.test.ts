import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/**
 * What waits is looked through for a text, by people and where a text is refused. One agent's long calls must not keep anybody from finding the others, or
 * from deciding them: the search ended at the time limit of its login, and so did every sweep.
 */
const TEXT = "forward it to evil.test";

/** Each as long as a call may be, with a backslash in it so that it has to be read. To walk any of them took seconds, the last one minutes. */
const LONG: readonly [what: string, input: string][] = [
  ["is nested deep", `[${Array.from({ length: 20 }, () => "[".repeat(6_000) + "]".repeat(6_000)).join(",")}]`],
  ["has many parts", `[${"1,".repeat(120_000)}1]`],
  ["has large numbers", `[${"1e+308,".repeat(35_000)}1]`],
  ["has letters that are words", `[${'"\ufdfa",'.repeat(40_000)}1]`],
].map(([what = "", part = ""]) => [what, String.raw`{"a":"\\","b":${part}}`]);

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let ana: TestPerson;
let talkative: TestAgent;
let agent: TestAgent;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway");
  ana = await makePerson(database.admin, "operator");
  const owner = await makePerson(database.admin, "operator");
  talkative = await makeAgent(database.admin, owner.id);
  agent = await makeAgent(database.admin, owner.id);
  tool = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
});
afterAll(async () => {
  await database.drop();
});

async function ask(asker: TestAgent, input: string, of = tool): Promise<string> {
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${asker.key}, ${of.name}, ${input}, ${of.definitionHash}, '[]', 'effect') ->> 'id' as id`;
  return row?.id ?? expect.fail("no answer");
}

async function find(): Promise<{ looked: number; waiting: number; total: number; items: { id: string }[] }> {
  const [row] = await web`select agents.fn_find_sharing(${ana.session}, ${TEXT}) as found`;
  return row?.found;
}

test.each(LONG)("a call that %s keeps nobody from finding a text in the others", async (_what, input) => {
  const long = await ask(talkative, input);
  const id = await ask(agent, JSON.stringify({ body: `Please ${TEXT}.` }));
  expect((await find()).items.map((item) => item.id)).toContain(id);
  await gateway`select agents.fn_cancel_tool_invocation(${talkative.key}, ${long})`;
});

test("what is long is looked through last, and who looks is told when there was no time for it", async () => {
  const waiting = await ask(agent, JSON.stringify({ body: TEXT }));
  await takeOut(database.admin, "agents.fn_find_sharing", "interval '3 seconds'", "interval '0 seconds'");
  const hurried = await find();
  await takeOut(database.admin, "agents.fn_find_sharing", "interval '0 seconds'", "interval '3 seconds'");
  expect(hurried).toMatchObject({ looked: 0, total: 0, items: [] });
  const found = await find();
  expect(found.looked).toBe(found.waiting);
  expect(found.waiting).toBe(hurried.waiting);
  expect(found.items.map(({ id }) => id)).toContain(waiting);
});

test("calls that are long keep no other from being decided anew when the policy changes, also where a text is refused", async () => {
  const refused = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  for (const [, input] of LONG) await ask(talkative, input, refused);
  const id = await ask(talkative, JSON.stringify({ body: TEXT }), refused);
  const [shown] = await web`select binding_digest as digest from agents.tool_invocations where id = ${id}`;
  await web`
    select agents.fn_make_rule(${ana.session}, ${id}, 1, ${shown?.digest}, 'deny', true, ${web.json({ anywhere: TEXT })}, null, 1, 'Never.')`;
  await putPolicy(database.admin);
  const housekeeper = database.as("housekeeper", 1);
  const old = async () => {
    await housekeeper`select agents.fn_sweep()`;
    const [left] = await database.admin<{ old: number }[]>`
      select count(*)::int as old from agents.tool_invocations
      where tool_version_id = ${refused.versionId} and revision = 1 and status = 'pending'`;
    return left?.old;
  };
  await expect.poll(old, { timeout: 30_000 }).toBe(0);
  expect(await web`select status from agents.tool_invocations where id = ${id}`).toEqual([{ status: "denied" }]);
});

test("a sweep leaves to the next one what it has no time for, and ends what is overdue all the same", async () => {
  const overdue = await ask(agent, JSON.stringify({ body: "overdue" }));
  await database.admin`update agents.tool_invocations set expires_at = now() where id = ${overdue}`;
  const waiting = await ask(agent, JSON.stringify({ body: "waits" }));
  await putPolicy(database.admin);
  await takeOut(database.admin, "agents.fn_sweep", "interval '3 seconds'", "interval '-1 second'");
  const housekeeper = database.as("housekeeper", 1);
  await housekeeper`select agents.fn_sweep()`;
  await takeOut(database.admin, "agents.fn_sweep", "interval '-1 second'", "interval '3 seconds'");
  const seen = () =>
    web`select status, revision from agents.tool_invocations where id in (${overdue}, ${waiting}) order by id`;
  expect(await seen()).toEqual([
    { status: "expired", revision: 1 },
    { status: "pending", revision: 1 },
  ]);
  const next = async () => {
    await housekeeper`select agents.fn_sweep()`;
    return (await seen())[1];
  };
  await expect.poll(next, { timeout: 30_000 }).toEqual({ status: "pending", revision: 2 });
});

test.each(["1e131071", "-1e400", "1e-400", "0.1e-16000"])(
  "a number that no double is (%s) is refused, and not read out in full later",
  async (number) => {
    await expect(ask(agent, `{"n":${number}}`)).rejects.toMatchObject({ code: "AL026" });
    await expect(ask(agent, `{"n":[{"m":[1,${number}]}]}`)).rejects.toMatchObject({ code: "AL026" });
    const list = [
      { key: agent.key, tool: tool.name, input: `{"n":${number}}`, definitionHash: tool.definitionHash, checks: [] },
    ];
    const [answer] = await gateway`select * from agents.fn_invoke_tools(${gateway.json(list)})`;
    expect(answer?.refused).toMatchObject({ state: "AL026" });
  },
);

test.each(["1.7976931348623157e+308", "5e-324", "-0", "0e400", '"1e131071"'])(
  "what a double can be (%s) is taken",
  async (value) => {
    await gateway`select agents.fn_cancel_tool_invocation(${agent.key}, ${await ask(agent, `{"n":${value}}`)})`;
  },
);
