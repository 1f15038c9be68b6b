import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
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
import { putPolicy } from "#db/testing/put-policy.ts";
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** Decoys among the questions: scored, and never run. */

let database: TestDatabase;
let web: Sql;
let keeper: Sql;
let operator: TestPerson;
let reviewer: TestPerson;
let admin: TestPerson;
let agent: TestAgent;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  keeper = database.as("housekeeper");
  operator = await makePerson(database.admin, "operator");
  reviewer = await makePerson(database.admin, "reviewer");
  admin = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, admin.id);
  tool = await pinTool(database.admin, contractOf({ safetyClass: "write", egressClass: "write" }));
});
afterAll(() => database.drop());

interface Drill {
  readonly id: string;
  readonly digest: string;
}

async function place(session: string | null = admin.session, sql: Sql = web, of = agent): Promise<Drill> {
  const [placed] = await sql<{ id: string }[]>`
    select agents.fn_place_drill(${session}, ${of.id}, ${tool.versionId}, ${'{"path":"/etc/shadow"}'}, '[]', 'x', 'It reads the passwords.') as id`;
  const [row] = await database.admin<Drill[]>`
    select id, binding_digest as digest from agents.tool_invocations where id = ${placed?.id ?? ""}`;
  if (!row) throw new Error("no drill was placed");
  return row;
}

async function refusal(work: PromiseLike<unknown>): Promise<{ code?: string; constraint_name?: string }> {
  return Promise.resolve(work).then(
    () => ({}),
    (error: { code?: string; constraint_name?: string }) => error,
  );
}

it("no statement of anybody, the owner of the tables included, makes a drill run, and no worker takes it", async () => {
  const drill = await place();
  // Past every guard of ours, what stays is the table's own constraint.
  const forced = await refusal(
    database.admin.begin(async (sql) => {
      await sql`alter table agents.tool_invocations disable trigger user`;
      await sql`update agents.tool_invocations set status = 'running', started_at = now(), claimable_at = now() where id = ${drill.id}`;
    }),
  );
  expect(forced).toMatchObject({ code: "23514", constraint_name: "tool_invocations_drill_never_runs" });
  expect(
    await refusal(database.admin`update agents.tool_invocations set is_drill = false where id = ${drill.id}`),
  ).toMatchObject({ code: "AL032" });
  await web`select agents.fn_approve_tool_invocation(${operator.session}, ${drill.id}, 1, ${drill.digest})`;
  const worker = await registerWorker(database.as("worker", 1));
  const [claim] = await database.as("worker", 1)<{ claim: unknown }[]>`
    select agents.fn_claim_tool_invocation(${worker}, 30) as claim`;
  expect(claim?.claim).toBeNull();
});

it("approving one is told at once and scored as missed; rejecting one as caught; neither reaches the agent", async () => {
  const [missed, caught] = [await place(), await place()];
  const [yes] = await web<{ answer: unknown }[]>`
    select agents.fn_approve_tool_invocation(${operator.session}, ${missed.id}, 1, ${missed.digest}) as answer`;
  const [no] = await web<{ answer: unknown }[]>`
    select agents.fn_reject_tool_invocation(${reviewer.session}, ${caught.id}, 1, ${caught.digest}, 'no') as answer`;
  expect(yes?.answer).toMatchObject({ status: "drill", outcome: "missed", flaw: "It reads the passwords." });
  expect(no?.answer).toMatchObject({ status: "drill", outcome: "caught" });
  const scores = await database.admin`
    select outcome, decided_by from agents.drills where invocation_id in ${database.admin([missed.id, caught.id])} order by outcome`;
  expect(scores).toEqual([
    { outcome: "caught", decided_by: reviewer.id },
    { outcome: "missed", decided_by: operator.id },
  ]);
  const heard = await database.admin`
    select from agents.events where subject in ${database.admin([missed.id, caught.id])} and agent_id is not null`;
  expect(heard).toHaveLength(0);
});

it("that somebody has edited counts as missed by nobody: what was wrong may be gone, and whoever edited it may have seen it", async () => {
  const drill = await place();
  await web`
    select agents.fn_edit_tool_invocation(${reviewer.session}, ${drill.id}, 1, ${drill.digest}, '{"path":"a.md"}', '[]', 'x', 'Not that file.')`;
  const [now] = await database.admin<Drill[]>`
    select id, binding_digest as digest from agents.tool_invocations where id = ${drill.id}`;
  const [row] = await web`
    select agents.fn_approve_tool_invocation(${operator.session}, ${drill.id}, 2, ${now?.digest ?? ""}) as answer`;
  expect(row?.answer).toMatchObject({ status: "drill", outcome: "unanswered" });
  const [kept] = await database.admin`
    select d.outcome, d.decided_by, i.status from agents.drills d join agents.tool_invocations i on i.id = d.invocation_id where i.id = ${drill.id}`;
  expect(kept).toEqual({ outcome: "unanswered", decided_by: null, status: "cancelled" });
});

it("takes none of the agent's cards, though it looks like one of them", async () => {
  const asker = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
  await place(admin.session, web, asker);
  await database.admin`update agents.settings set value = 1 where name = 'agent_open_cards'`;
  const ask = async (path: string) => {
    const [row] = await database.as("gateway", 1)<{ status: string }[]>`
      select agents.fn_invoke_tool(${asker.key}, ${tool.name}, ${JSON.stringify({ path })}, ${tool.definitionHash}, '[]', 'x') ->> 'status' as status`;
    return row?.status;
  };
  expect([await ask("a"), await ask("b")]).toEqual(["pending", "denied"]);
  await database.admin`update agents.settings set value = most where name = 'agent_open_cards'`;
});

it("is decided anew like any other call when the policy changes, and the agent hears nothing of that either", async () => {
  const drill = await place();
  await putPolicy(database.admin);
  await keeper`select agents.fn_sweep(50)`;
  const [row] = await database.admin<{ revision: number }[]>`
    select revision from agents.tool_invocations where id = ${drill.id}`;
  expect(row?.revision).toBe(2);
  const heard = await database.admin<{ agent_id: string | null }[]>`
    select agent_id from agents.events where subject = ${drill.id} and type = 'tool_invocation_approval_required'`;
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.filter(({ agent_id }) => agent_id !== null)).toEqual([]);
});

it("nobody decided: it is unanswered, and the agent hears nothing of that either", async () => {
  const drill = await place();
  await database.admin`update agents.tool_invocations set expires_at = now() - interval '1 second' where id = ${drill.id}`;
  await keeper`select agents.fn_sweep()`;
  const [row] = await database.admin`
    select d.outcome, i.status from agents.drills d join agents.tool_invocations i on i.id = d.invocation_id where i.id = ${drill.id}`;
  expect(row).toEqual({ outcome: "unanswered", status: "expired" });
  expect(
    await database.admin`select from agents.events where subject = ${drill.id} and agent_id is not null`,
  ).toHaveLength(0);
});

it("who ordered a drill does not answer it, and only reviewers and admins order one", async () => {
  const drill = await place(reviewer.session, web);
  expect(
    await refusal(
      web`select agents.fn_reject_tool_invocation(${reviewer.session}, ${drill.id}, 1, ${drill.digest}, 'no')`,
    ),
  ).toMatchObject({ code: "AL006" });
  expect(await refusal(place(operator.session, web))).toMatchObject({ code: "AL005" });
  expect(await refusal(place(null, web)), "only the housekeeper needs no session").toMatchObject({ code: "AL001" });
});

it("the housekeeper has one open at a time, an agent three at most, also when many are placed at once", async () => {
  const [one, other] = [await makeAgent(database.admin, admin.id), await makeAgent(database.admin, admin.id)];
  await database.admin`
    update agents.drills set outcome = 'unanswered', decided_at = now() where outcome is null`;
  const both = await Promise.allSettled([one, other].map((of) => place(null, database.as("housekeeper", 1), of)));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(both.find((each) => each.status === "rejected")).toMatchObject({ reason: { code: "AL042" } });
  const many = await Promise.allSettled(
    Array.from({ length: 6 }, () => place(reviewer.session, database.as("web", 1), one)),
  );
  const [open] = await database.admin<{ n: number }[]>`
    select count(*)::int as n from agents.drills d join agents.tool_invocations i on i.id = d.invocation_id
    where d.outcome is null and i.agent_id = ${one.id}`;
  expect(open?.n).toBe(3);
  expect(many.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(3);
});

it("however many there are, they shut no agent out", async () => {
  const asker = await makeAgent(database.admin, admin.id);
  const first = await place(admin.session, web, asker);
  const pending = async (path: string) => {
    const [row] = await database.as("gateway", 1)<{ status: string }[]>`
      select agents.fn_invoke_tool(${asker.key}, ${tool.name}, ${JSON.stringify({ path })}, ${tool.definitionHash}, '[]', 'x') ->> 'status' as status`;
    return row?.status;
  };
  // As they were when nothing bounded them: two hundred of one agent, whose number of cards is ten.
  await database.admin.begin(async (sql) => {
    await sql`
      insert into agents.tool_invocations
      select (jsonb_populate_record(i, jsonb_build_object('id', airlock.new_id()))).* from agents.tool_invocations i, generate_series(1, 199) where i.id = ${first.id}`;
    await sql`
      insert into agents.drills (invocation_id, flaw, placed_at)
      select i.id, 'bad', now() from agents.tool_invocations i where i.agent_id = ${asker.id} and i.id <> ${first.id}`;
    await sql`
      insert into agents.approvals
      select (jsonb_populate_record(a, jsonb_build_object('id', airlock.new_id(), 'subject_id', i.id))).*
      from agents.approvals a, agents.tool_invocations i where a.subject_id = ${first.id} and i.agent_id = ${asker.id} and i.id <> ${first.id}`;
  });
  await database.admin`update agents.settings set value = 10 where name = 'agent_open_cards'`;
  expect(await pending("a")).toBe("pending");
  const [apart, among] = ["calls := calls - not_its_own;", "calls := calls - 0 * not_its_own;"];
  await takeOut(database.admin, "airlock.cards_left", apart, among);
  expect(await pending("b"), "control: counted among its calls").toBe("denied");
  await takeOut(database.admin, "airlock.cards_left", among, apart);
  await database.admin`update agents.settings set value = most where name = 'agent_open_cards'`;
});

it("what drills are made of is for who orders one, and for the housekeeper when one is due", async () => {
  await database.as("gateway", 1)`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{"path":"a secret"}', ${tool.definitionHash}, '[]', 'x')`;
  const material = async (sql: Sql, session: string | null) => {
    const [row] = await sql<{ answer: unknown[] }[]>`select agents.fn_drill_material(${session}) as answer`;
    return row?.answer.length ?? 0;
  };
  expect(await material(web, reviewer.session)).toBeGreaterThan(0);
  expect(await material(keeper, null)).toBe(0);
  expect(await refusal(keeper`select agents.fn_drill_material('forged')`)).toMatchObject({ code: "AL001" });
  expect(await refusal(web`select agents.fn_drill_material()`)).toMatchObject({ code: "AL001" });
  expect(await refusal(web`select agents.fn_drill_material(${operator.session})`)).toMatchObject({ code: "AL005" });
});

it("one is due when enough calls were held since the last, and never two at once", async () => {
  const fresh = await createTestDatabase();
  try {
    const asker = await makeAgent(fresh.admin, (await makePerson(fresh.admin, "admin")).id);
    const writer = await pinTool(fresh.admin, contractOf({ safetyClass: "write", egressClass: "write" }));
    const material = async () => {
      const [row] = await fresh.as("housekeeper", 1)<
        { answer: unknown[] }[]
      >`select agents.fn_drill_material() as answer`;
      return row?.answer.length ?? 0;
    };
    const hold = (from: number, to: number) =>
      fresh.as("gateway", 1)`
        select agents.fn_invoke_tool(${asker.key}, ${writer.name}, '{"path":"' || n || '"}', ${writer.definitionHash}, '[]', 'x')
        from generate_series(${from}::int, ${to}::int) n`;
    await fresh.admin`update agents.settings set value = 100 where name = 'drill_per_mille'`;
    await hold(1, 9);
    expect(await material()).toBe(0);
    await hold(10, 10);
    expect(await material()).toBe(10);
    await fresh.as("housekeeper", 1)`
      select agents.fn_place_drill(null, ${asker.id}, ${writer.versionId}, '{"path":"bad"}', '[]', 'x', 'bad')`;
    await hold(11, 30);
    expect(await material(), "one is open").toBe(0);
  } finally {
    await fresh.drop();
  }
});
