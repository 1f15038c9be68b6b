import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let owner: TestPerson;
let ana: TestPerson;
let ben: TestPerson;
let agent: TestAgent;
let writer: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway");
  owner = await makePerson(database.admin, "operator");
  ana = await makePerson(database.admin, "operator");
  ben = await makePerson(database.admin, "reviewer");
  agent = await makeAgent(database.admin, owner.id);
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
});
afterAll(async () => {
  await database.drop();
});

async function ask(
  tool: TestTool,
  input: object,
  key: string | null = null,
  checks = "[]",
): Promise<{ id: string; replayed?: boolean }> {
  const [row] = await gateway<{ view: { id: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify(input)}, ${tool.definitionHash}, ${checks}::text::jsonb, 'effect', ${key}) as view`;
  if (!row) throw new Error("no answer");
  return row.view;
}

async function shown(id: string) {
  const [row] = await web<{ revision: number; digest: string; status: string; required: number }[]>`
    select revision, binding_digest as digest, status, required_approvals as required from agents.tool_invocations where id = ${id}`;
  if (!row) throw new Error("no such call");
  return row;
}

async function edit(person: TestPerson, id: string, input: string, checks = "[]") {
  const { revision, digest } = await shown(id);
  return web`
    select agents.fn_edit_tool_invocation(${person.session}, ${id}, ${revision}, ${digest}, ${input}, ${checks}::text::jsonb, 'edited effect', 'A smaller sum.')`;
}

async function approve(person: TestPerson, id: string, seen?: { revision: number; digest: string }) {
  const { revision, digest } = seen ?? (await shown(id));
  return web`select agents.fn_approve_tool_invocation(${person.session}, ${id}, ${revision}, ${digest})`;
}

test("an edit is a new revision: earlier votes are void, the editor's does not count, another person's releases it", async () => {
  const privileged = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "privileged" }));
  const { id } = await ask(privileged, { amount: 100 });
  const before = await shown(id);
  await approve(ben, id);
  await edit(ana, id, '{"amount":10}');
  const after = await shown(id);
  expect(after).toMatchObject({ revision: 2, status: "pending", required: 2 });
  expect(after.digest).not.toBe(before.digest);
  await expect(approve(ben, id, before)).rejects.toMatchObject({ code: "AL012" });
  await expect(approve(ana, id)).rejects.toMatchObject({ code: "AL006" });
  await approve(ben, id);
  expect(await shown(id)).toMatchObject({ status: "pending" });
  await approve(await makePerson(database.admin, "operator"), id);
  expect(await shown(id)).toMatchObject({ status: "running" });
  const rounds = await web`select revision, status from agents.approvals where subject_id = ${id} order by revision`;
  expect(rounds).toMatchObject([
    { revision: 1, status: "void" },
    { revision: 2, status: "approved" },
  ]);
});

test("what the agent asked stays on record, and its key still stands for it", async () => {
  const { id } = await ask(writer, { amount: 7 }, "pay-7");
  await edit(ana, id, '{"amount":5}');
  const inputs =
    await web`select revision, input, edited_by from agents.invocation_inputs where invocation_id = ${id} order by revision`;
  expect(inputs).toMatchObject([
    { revision: 1, input: '{"amount":7}', edited_by: null },
    { revision: 2, input: '{"amount":5}', edited_by: ana.id },
  ]);
  expect(await ask(writer, { amount: 7 }, "pay-7")).toMatchObject({ id, replayed: true });
  await expect(ask(writer, { amount: 5 }, "pay-7")).rejects.toMatchObject({ code: "AL024" });
});

test.each([
  [
    "a stale digest",
    (id: string) =>
      web`select agents.fn_edit_tool_invocation(${ana.session}, ${id}, 1, 'other', '{"a":1}', '[]', 'e', 'why')`,
    "AL012",
  ],
  ["the same input", (id: string) => edit(ana, id, '{"amount":1}'), "AL026"],
  ["an input that is no object", (id: string) => edit(ana, id, "[1]"), "AL026"],
  ["an input that policy denies", (id: string) => edit(ana, id, '{"amount":2}', denying), "AL036"],
])("an edit with %s is refused, and the call waits as it was", async (_case, tryIt, code) => {
  const { id } = await ask(writer, { amount: 1 });
  const before = await shown(id);
  await expect(tryIt(id)).rejects.toMatchObject({ code });
  expect(await shown(id)).toEqual(before);
});

const denying = JSON.stringify([
  { rule: "gate.path", stage: "check", concluded: "deny", saw: "/etc/passwd", sentence: "That path is outside." },
]);

test("an edit never lowers how many people are asked, and a call that runs is not edited", async () => {
  const { id } = await ask(writer, { amount: 1 });
  const two = JSON.stringify([{ rule: "x", stage: "check", concluded: "hold", people: 2, saw: "x", sentence: "Two." }]);
  await edit(ana, id, '{"amount":2}', two);
  expect(await shown(id)).toMatchObject({ required: 2 });
  await edit(ana, id, '{"amount":3}');
  expect(await shown(id)).toMatchObject({ required: 2, revision: 3 });
  const other = await ask(writer, { amount: 9 });
  await approve(ben, other.id);
  await expect(edit(ana, other.id, '{"amount":8}')).rejects.toMatchObject({ code: "AL011" });
});

test("a call that may be made once a session does not count against itself when it is edited", async () => {
  const once = await pinTool(
    database.admin,
    contractOf({ egressClass: "write", safetyClass: "write", constraints: { maxInvocations: 1 } }),
  );
  const { id } = await ask(once, { amount: 1 });
  await edit(ana, id, '{"amount":2}');
  expect(await shown(id)).toMatchObject({ revision: 2, status: "pending" });
});

/** A line as the gateway leaves it when a check or a hook has let a call go on, or has not. */
const said = (name: string, concluded: "pass" | "deny" = "pass") =>
  JSON.stringify([{ rule: `hook.${name}`, stage: "check", concluded, saw: "x", sentence: `The check ${name} spoke.` }]);

describe("what has a say before a call is decided has one before it is edited", () => {
  let checked: TestTool;
  beforeAll(async () => {
    checked = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
    const risk = { name: "risk", url: "https://risk.example.com/", tools: [checked.name], timeout_ms: 1000 };
    await putPolicy(database.admin, { checks: [risk] });
  });
  afterAll(() => putPolicy(database.admin));

  const refused = { code: "AL036", message: expect.stringContaining("Nobody can ask risk about another input") };

  test("an input that a check of the policy was not asked about is refused, and the call waits as it was", async () => {
    const { id } = await ask(checked, { amount: 900 }, null, said("risk"));
    const before = await shown(id);
    await expect(edit(ana, id, '{"amount":5000}')).rejects.toMatchObject(refused);
    await expect(edit(ana, id, '{"amount":5000}', said("risky"))).rejects.toMatchObject(refused);
    await expect(edit(ana, id, '{"amount":5000}', said("risk", "deny"))).rejects.toMatchObject({ code: "AL036" });
    expect(await shown(id)).toEqual(before);
    await edit(ana, id, '{"amount":800}', said("risk"));
    expect(await shown(id)).toMatchObject({ revision: 2 });
  });

  test("so is one of a call that was asked for before there was the check", async () => {
    await putPolicy(database.admin);
    const { id } = await ask(checked, { amount: 900 });
    const risk = { name: "risk", url: "https://risk.example.com/", timeout_ms: 1000 };
    await putPolicy(database.admin, { checks: [risk, { ...risk, name: "accounts", tools: ["another"] }] });
    await database.admin`select airlock.renew_call(i) from agents.tool_invocations i where i.id = ${id}`;
    await expect(edit(ana, id, '{"amount":5000}')).rejects.toMatchObject(refused);
    await putPolicy(database.admin);
    await database.admin`select airlock.renew_call(i) from agents.tool_invocations i where i.id = ${id}`;
    await edit(ana, id, '{"amount":5000}');
  });

  test("a hook of the gateway that was asked about the call binds its edits, also after another version of the policy", async () => {
    const { id } = await ask(writer, { amount: 900 }, null, said("no_sundays"));
    const hook = { code: "AL036", message: expect.stringContaining("Nobody can ask no_sundays about") };
    await expect(edit(ana, id, '{"amount":5000}')).rejects.toMatchObject(hook);
    await database.admin`select airlock.renew_call(i) from agents.tool_invocations i where i.id = ${id}`;
    await expect(edit(ana, id, '{"amount":5000}')).rejects.toMatchObject(hook);
  });

  test("control: where none has a say the same edit is taken", async () => {
    const { id } = await ask(writer, { amount: 900 });
    await edit(ana, id, '{"amount":5000}');
    expect(await shown(id)).toMatchObject({ revision: 2 });
  });
});
