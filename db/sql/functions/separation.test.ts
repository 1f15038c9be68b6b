import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
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

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let owner: TestPerson;
let eva: TestPerson;
let agent: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  gateway = database.as("gateway", 8);
  owner = await makePerson(database.admin, "reviewer");
  eva = await makePerson(database.admin, "reviewer");
  agent = await makeAgent(database.admin, owner.id);
});
afterAll(async () => {
  await database.drop();
});

interface View {
  id: string;
  status: string;
  tier: string;
  requiredApprovals: number;
}

/** Whoever has to wait too long for its turn is told so and asks again, as a client does. */
async function untilFree<T>(work: () => PromiseLike<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== "55P03") throw error;
    }
  }
}

async function ask(tool: TestTool, sql: Sql | TransactionSql = gateway, asker = agent): Promise<View> {
  const [row] = await untilFree(
    () => sql<{ view: View }[]>`
    select agents.fn_invoke_tool(${asker.key}, ${tool.name}, ${JSON.stringify({ n: randomUUID() })}, ${tool.definitionHash}, '[]', 'effect') as view`,
  );
  if (!row) throw new Error("no answer");
  return row.view;
}

async function alarmed(overrides: Parameters<typeof contractOf>[0]): Promise<TestTool> {
  const tool = await pinTool(database.admin, contractOf(overrides));
  await database.admin.begin(async (sql) => {
    // What the scanner found is part of an immutable row: a test can only write it past the guard.
    await sql`alter table agents.tool_versions disable trigger user`;
    await sql`update agents.tool_versions set findings = '[{"severity": "critical"}]' where id = ${tool.versionId}`;
    await sql`alter table agents.tool_versions enable always trigger guard_tool_version`;
    await sql`alter table agents.tool_versions enable always trigger tool_versions_kept`;
    await sql`alter table agents.tool_versions enable always trigger tool_versions_not_truncated`;
  });
  return tool;
}

describe("the highest tier", () => {
  test.each([
    ["a financial tool with an alarm", { safetyClass: "financial", egressClass: "write" }],
    ["a reading tool of high risk with an alarm", { policy: { risk: "high" } }],
  ] as const)("takes two people, also for %s", async (_case, overrides) => {
    expect(await ask(await alarmed(overrides))).toMatchObject({
      tier: "dual",
      status: "pending",
      requiredApprovals: 2,
    });
  });

  test("is never written with fewer, whoever writes the row", async () => {
    const call = await ask(await alarmed({ policy: { risk: "high" } }));
    await expect(
      database.admin`
        insert into agents.tool_invocations (id, agent_id, agent_key_id, tool_id, tool_version_id, status, approval_status, required_approvals, tier,
          revision, binding_digest, policy_version, effect, asked_at, fence)
        select gen_random_uuid(), agent_id, agent_key_id, tool_id, tool_version_id, 'pending', 'pending', 1, 'dual', 1, 'x', 1, 'x', now(), 0
        from agents.tool_invocations where id = ${call.id}`,
    ).rejects.toMatchObject({ code: "AL035" });
  });
});

test("an admin who lowered the other one cannot confirm by a puppet what the puppet could not do itself", async () => {
  const lone = await createTestDatabase();
  try {
    const page = lone.as("web");
    const first = await makePerson(lone.admin, "admin");
    const second = await makePerson(lone.admin, "admin");
    await page`select agents.fn_lower_role(${first.session}, ${second.id}, false, 'Alone.')`;
    const puppet = await makePerson(lone.admin, "viewer");
    await page`select agents.fn_propose_role(${first.session}, ${puppet.id}, 'admin')`;
    const voter = await makePerson(lone.admin, "viewer");
    await page`select agents.fn_propose_role(${first.session}, ${voter.id}, 'operator')`;
    await page`select agents.fn_confirm_role(${puppet.session}, ${voter.id}, 'operator', true)`.catch(() => {});
    const [made] =
      await lone.admin`select role, counts_from > now() as waits from agents.people where id = ${voter.id}`;
    expect(made).toMatchObject({ role: "operator", waits: true });
  } finally {
    await lone.drop();
  }
});

describe("a role that one admin gave alone", () => {
  let lone: TestDatabase;
  let page: Sql;
  let first: TestPerson;
  let theirs: TestAgent;

  /** Somebody whom the admin who is left gives a role. */
  async function puppet(role: string): Promise<TestPerson> {
    const person = await makePerson(lone.admin, "viewer");
    await page`select agents.fn_propose_role(${first.session}, ${person.id}, ${role})`;
    return person;
  }

  beforeAll(async () => {
    lone = await createTestDatabase();
    page = lone.as("web");
    first = await makePerson(lone.admin, "admin");
    const second = await makePerson(lone.admin, "admin");
    await page`select agents.fn_lower_role(${first.session}, ${second.id}, false, 'Alone.')`;
    theirs = await makeAgent(lone.admin, first.id, "restricted");
  });
  afterAll(async () => {
    await lone.drop();
  });

  test("proposes nothing that the admin who gave it could then confirm", async () => {
    const admin = await puppet("admin");
    const voter = await makePerson(lone.admin, "viewer");
    await expect(page`select agents.fn_propose_role(${admin.session}, ${voter.id}, 'operator')`).rejects.toMatchObject({
      code: "AL005",
    });
    await lone.admin`update agents.people set proposed_role = 'operator', proposed_by = ${admin.id} where id = ${voter.id}`;
    await page`select agents.fn_lower_role(${first.session}, ${admin.id}, false, 'Done with it.')`;
    await expect(
      page`select agents.fn_confirm_role(${first.session}, ${voter.id}, 'operator', true)`,
      "nor when it is gone",
    ).rejects.toMatchObject({ code: "AL012" });
    expect(await lone.admin`select role from agents.people where id = ${voter.id}`).toMatchObject([{ role: "viewer" }]);
  });

  test("does not let their own agent go on, nor trust it more, nor read what its tools returned", async () => {
    const reviewer = await puppet("reviewer");
    const waits = { code: "AL005", message: expect.stringContaining("given by one admin alone") };
    await page`select agents.fn_freeze_agent(${reviewer.session}, ${theirs.id}, true, 'It may stop it.')`;
    const [thrown] = await page<{ id: string }[]>`
      select agents.fn_throw_kill_switch(${reviewer.session}, 'agent', ${theirs.id}, 'And stop it again.') as id`;
    await page`select agents.fn_set_trust(${reviewer.session}, ${theirs.id}, 'all', 'sandboxed', 'And trust it less.')`;
    await page`select agents.fn_freeze_trust(${reviewer.session}, ${theirs.id}, 'all', true, 'And keep it there.')`;
    const lifts = [
      () => page`select agents.fn_freeze_agent(${reviewer.session}, ${theirs.id}, false, 'x')`,
      () => page`select agents.fn_release_kill_switch(${reviewer.session}, ${thrown?.id ?? ""}, 'x')`,
      () => page`select agents.fn_set_trust(${reviewer.session}, ${theirs.id}, 'all', 'restricted', 'x')`,
      () => page`select agents.fn_freeze_trust(${reviewer.session}, ${theirs.id}, 'all', false, 'x')`,
      () => page`select agents.fn_give_feedback(${reviewer.session}, ${theirs.id}, 'task', null, 9, null, null)`,
      async () => {
        const [tool] = await lone.admin`
          select id from agents.tools_registry where name = ${(await pinTool(lone.admin, contractOf())).name}`;
        return page`select agents.fn_set_serving(${reviewer.session}, ${tool?.id}, true)`;
      },
    ];
    for (const lift of lifts) await expect(lift()).rejects.toMatchObject(waits);

    const free = await pinTool(lone.admin, contractOf());
    await lone.admin`update agents.agents set frozen_at = null, frozen_reason = null where id = ${theirs.id}`;
    await lone.admin`update agents.kill_switches set released_at = now(), released_by = ${first.id}, release_reason = 'x'`;
    const { id } = await ask(free, lone.as("gateway", 1), theirs);
    const dispatcher = lone.as("worker", 1);
    const worker = await registerWorker(dispatcher);
    await dispatcher`select agents.fn_claim_tool_invocation(${worker}, 60)`;
    await dispatcher`select agents.fn_complete_tool_invocation(${worker}, ${id}, 1, 'completed', ${Buffer.alloc(64)}, '{}', '[]', '{}',
      null, null, null, ${"a".repeat(16)}, ${"b".repeat(64)})`;
    await expect(page`select agents.fn_ask_raw_output(${reviewer.session}, ${id})`).rejects.toMatchObject(waits);
    await expect(page`select agents.fn_delete_raw_output(${reviewer.session}, ${id}, 'x')`).rejects.toMatchObject(
      waits,
    );

    await lone.admin`update agents.people set counts_from = now() where id = ${reviewer.id}`;
    await page`select agents.fn_ask_raw_output(${reviewer.session}, ${id})`;
    await page`select agents.fn_set_trust(${reviewer.session}, ${theirs.id}, 'all', 'restricted', 'A day later.')`;
  });
});

describe("an agent's owner", () => {
  test("may stop it and not let it go on", async () => {
    const freeze = (person: TestPerson, frozen: boolean) =>
      web`select agents.fn_freeze_agent(${person.session}, ${agent.id}, ${frozen}, 'A drill.')`;
    await freeze(owner, true);
    await expect(freeze(owner, false)).rejects.toMatchObject({ code: "AL006" });
    await freeze(eva, false);
    const [thrown] =
      await web`select agents.fn_throw_kill_switch(${eva.session}, 'agent', ${agent.id}, 'A drill.') as id`;
    const release = (person: TestPerson) =>
      web`select agents.fn_release_kill_switch(${person.session}, ${thrown?.id}, 'It is over.')`;
    await expect(release(owner)).rejects.toMatchObject({ code: "AL006" });
    await release(eva);
  });

  test.each([
    ["it alone", false],
    ["every agent", true],
  ])("does not end what refuses calls of %s on its account", async (_whom, everyAgent) => {
    const held = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
    const call = await ask(held);
    const [shown] = await web`
      select i.binding_digest as digest, jsonb_build_object('arguments', jsonb_build_object('n', jsonb_build_object('is', n.input::jsonb -> 'n'))) as pattern
      from agents.tool_invocations i join agents.invocation_inputs n on n.invocation_id = i.id where i.id = ${call.id}`;
    const [made] = await web<{ rule: string }[]>`
      select agents.fn_decide_and_rule(${eva.session}, ${call.id}, 1, ${shown?.digest}, 'deny', ${everyAgent},
        ${shown?.pattern}, null, 24, 'Never again.') ->> 'rule' as rule`;
    const end = (person: TestPerson) => web`select agents.fn_revoke_rule(${person.session}, ${made?.rule ?? ""}, 'x')`;
    await expect(end(owner)).rejects.toMatchObject({ code: "AL006" });
    await end(eva);
  });

  test("does not end the hold on what its tools returned", async () => {
    const boss = await makePerson(database.admin, "admin");
    const other = await makePerson(database.admin, "admin");
    const bosses = await makeAgent(database.admin, boss.id);
    const free = await pinTool(database.admin, contractOf());
    const { id } = await ask(free, gateway, bosses);
    const dispatcher = database.as("worker", 1);
    const worker = await registerWorker(dispatcher);
    await dispatcher`select agents.fn_claim_tool_invocation(${worker}, 60)`;
    await dispatcher`select agents.fn_complete_tool_invocation(${worker}, ${id}, 1, 'completed', ${Buffer.alloc(64)}, '{}', '[]', '{}',
      null, null, null, ${"a".repeat(16)}, ${"b".repeat(64)})`;
    const hold = (person: TestPerson, held: boolean) =>
      web`select agents.fn_hold_output(${person.session}, ${id}, ${held}, 'Evidence.')`;
    await hold(eva, true);
    await expect(hold(boss, false)).rejects.toMatchObject({ code: "AL006" });
    await hold(other, false);
  });
});

describe("an old sight of the database", () => {
  test("is refused: a key that was revoked meanwhile asks for nothing", async () => {
    const free = await pinTool(database.admin, contractOf());
    const asker = await makeAgent(database.admin, owner.id);
    const asked = gateway.begin("isolation level repeatable read", async (sql) => {
      await sql`select 1`;
      await database.admin`update agents.agent_keys set revoked_at = now() where agent_id = ${asker.id}`;
      return ask(free, sql, asker);
    });
    await expect(asked).rejects.toMatchObject({ code: "AL026", message: expect.stringContaining("READ COMMITTED") });
  });

  test("does not stretch a session: what ended since the transaction began has ended", async () => {
    const brief = await makePerson(database.admin, "reviewer");
    const late = web.begin(async (sql) => {
      await sql`select 1`;
      await database.admin`update agents.sessions set expires_at = clock_timestamp() where person_id = ${brief.id}`;
      await database.admin`select pg_sleep(0.05)`;
      await sql`select agents.fn_session(${brief.session}, true)`;
    });
    await expect(late).rejects.toMatchObject({ code: "AL001" });
  });
});

test("a tool that may be called once a session is called once, however many ask at once", async () => {
  const once = await pinTool(database.admin, contractOf({ constraints: { maxInvocations: 1 } }));
  const views = await Promise.all(Array.from({ length: 8 }, () => ask(once)));
  expect(views.filter(({ status }) => status === "running")).toHaveLength(1);
  expect(views.filter(({ status }) => status === "denied")).toHaveLength(7);
});

test("control: without taking turns the same asks run more than once", async () => {
  const careless = await createTestDatabase();
  try {
    await careless.admin`
      create or replace function airlock.take_turns(p_agent uuid, p_tool uuid, p_session_id text)
      returns void language sql as 'select'`;
    const asker = await makeAgent(careless.admin, (await makePerson(careless.admin, "operator")).id);
    const once = await pinTool(careless.admin, contractOf({ constraints: { maxInvocations: 1 } }));
    const doors = careless.as("gateway", 2);
    // The second asks before the first has committed.
    const views = await doors.begin(async (sql) => [await ask(once, sql, asker), await ask(once, doors, asker)]);
    expect(views.map(({ status }) => status)).toEqual(["running", "running"]);
  } finally {
    await careless.drop();
  }
});

test("a connection that is left open does not keep anybody from revoking the key it used", async () => {
  const admin = await makePerson(database.admin, "admin");
  const asker = await makeAgent(database.admin, owner.id);
  const free = await pinTool(database.admin, contractOf());
  const [key] = await web<{ id: string }[]>`select id from agents.agent_keys where agent_id = ${asker.id}`;
  await gateway.begin(async (sql) => {
    await ask(free, sql, asker);
    await web`select agents.fn_revoke_agent_key(${admin.session}, ${key?.id ?? ""})`;
  });
  const [row] = await web`select revoked_at is not null as revoked from agents.agent_keys where id = ${key?.id ?? ""}`;
  expect(row?.revoked).toBe(true);
});
