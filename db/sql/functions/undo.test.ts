import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
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

/** What people released can be taken back until a dispatcher has it, and never after. */

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let dispatcher: Sql;
let worker: string;
let ana: TestPerson;
let agent: TestAgent;
let writer: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  gateway = database.as("gateway");
  dispatcher = database.as("worker");
  worker = await registerWorker(dispatcher);
  ana = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
});
afterAll(() => database.drop());

let asked = 0;
async function ask(tool = writer): Promise<string> {
  asked += 1;
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ n: asked })}, ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  return row?.id ?? "";
}

async function shown(id: string) {
  const [row] = await web<{ revision: number; digest: string; status: string; error: string | null }[]>`
    select revision, binding_digest as digest, status, error_code as error from agents.tool_invocations where id = ${id}`;
  if (!row) throw new Error("no such call");
  return row;
}

async function approve(id: string): Promise<{ status: string; undoUntil: string }> {
  const { revision, digest } = await shown(id);
  const [row] = await web<{ answer: { status: string; undoUntil: string } }[]>`
    select agents.fn_approve_tool_invocation(${ana.session}, ${id}, ${revision}, ${digest}) as answer`;
  if (!row) throw new Error("no answer");
  return row.answer;
}

async function release(): Promise<string> {
  const id = await ask();
  await approve(id);
  return id;
}

const undo = (id: string, person = ana, reason: string | null = null) =>
  web`select agents.fn_undo_release(${person.session}, ${id}, ${reason})`;
const claim = async () =>
  (await dispatcher`select agents.fn_claim_tool_invocation(${worker}, 60) as claim`)[0]?.claim as { id: string } | null;

const setDelay = (seconds: number) =>
  database.admin`update agents.settings set value = ${seconds} where name = 'release_seconds_medium'`;

test("what was approved waits for as long as the setting says, and no dispatcher takes it meanwhile", async () => {
  await setDelay(300);
  const id = await ask();
  const { status, undoUntil } = await approve(id);
  expect(status).toBe("running");
  expect(Date.parse(undoUntil)).toBeGreaterThan(Date.now());
  expect(await claim()).toBeNull();
  await undo(id, ana, "Wrong folder after all.");
  expect(await shown(id)).toMatchObject({ status: "cancelled", error: "undone" });
  await setDelay(0);
  expect(await claim(), "what was taken back is not claimed later").toBeNull();
  const [kept] = await web`
    select i.approval_status as approval, i.approval_reason as reason, a.status as question,
      (select e.actor from audit.events e where e.subject = 'invocation:' || i.id order by e.seq desc limit 1) as actor
    from agents.tool_invocations i join agents.approvals a on a.subject_id = i.id where i.id = ${id}`;
  expect(kept).toEqual({
    approval: "void",
    reason: "Wrong folder after all.",
    question: "void",
    actor: `person:${ana.id}`,
  });
});

test("an undo that is sent twice is one", async () => {
  const id = await release();
  await undo(id);
  await undo(id);
  const [row] = await web`
    select count(*)::int as endings from audit.events where subject = ${`invocation:${id}`} and action = 'invocation.cancelled'`;
  expect(row).toEqual({ endings: 1 });
});

test("nobody takes back what a dispatcher has, what ended, what waits, and what no person released", async () => {
  const taken = await release();
  expect(await claim()).toMatchObject({ id: taken });
  await expect(undo(taken)).rejects.toMatchObject({
    code: "AL030",
    detail: expect.stringContaining('"claimed": true'),
  });
  const waiting = await ask();
  await expect(undo(waiting)).rejects.toMatchObject({ code: "AL030" });
  const free = await ask(await pinTool(database.admin, contractOf()));
  await expect(undo(free)).rejects.toMatchObject({ code: "AL030" });
  expect(await shown(free)).toMatchObject({ status: "running" });
  await expect(undo("00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({ code: "AL028" });
  expect(await claim(), "control: the free one was there to be taken").toMatchObject({ id: free });
});

test("neither a viewer nor an admin takes anything back", async () => {
  const id = await release();
  for (const role of ["viewer", "admin"] as const) {
    await expect(undo(id, await makePerson(database.admin, role))).rejects.toMatchObject({ code: "AL005" });
  }
  await undo(id, await makePerson(database.admin, "reviewer"));
  expect(await shown(id)).toMatchObject({ status: "cancelled" });
});

test("of an undo and a claim at the same moment exactly one wins", async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await release();
    const [undone, taken] = await Promise.allSettled([undo(id), claim()]);
    const wasTaken = taken.status === "fulfilled" && taken.value?.id === id;
    const wasUndone = undone.status === "fulfilled";
    expect([wasUndone, wasTaken], `round ${round}`).toEqual([!wasTaken, wasTaken]);
    expect(await shown(id)).toMatchObject({ status: wasTaken ? "running" : "cancelled" });
  }
});

test("an undo that waits for a claim's lock finds the call taken", async () => {
  const id = await release();
  await dispatcher.begin(async (sql) => {
    await sql`select agents.fn_claim_tool_invocation(${worker}, 60)`;
    // It is told to wait, or that somebody else is at it: either way it does not win.
    await expect(undo(id)).rejects.toMatchObject({ code: "55P03" });
  });
  await expect(undo(id)).rejects.toMatchObject({ code: "AL030" });
});

test("what a rule released, went back to people and was approved by one can be taken back as any other", async () => {
  const waits = await ask();
  const { revision, digest } = await shown(waits);
  const [made] = await web<{ rule: string }[]>`
    select agents.fn_make_rule(${ana.session}, ${waits}, ${revision}, ${digest}, 'approve', false,
      '{"arguments": {"n": {"atMost": 1000000}}}', 10, 1, 'Numbers are fine.') ->> 'rule' as rule`;
  const id = await ask();
  expect(await shown(id)).toMatchObject({ status: "running" });
  await expect(undo(id), "nobody approved it yet").rejects.toMatchObject({ code: "AL030" });
  await web`select agents.fn_revoke_rule(${ana.session}, ${made?.rule ?? ""}, 'They are not.')`;
  await approve(id);
  await undo(id);
  expect(await shown(id)).toMatchObject({ status: "cancelled", error: "undone" });
});
