import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";

/** Who takes care of a question, and how long there is. */

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let admin: TestPerson;
let owner: TestPerson;
let ana: TestPerson;
let ben: TestPerson;
let agent: TestAgent;
let tool: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway", 1);
  admin = await makePerson(database.admin, "admin");
  [owner, ana, ben] = [
    await makePerson(database.admin, "operator"),
    await makePerson(database.admin, "operator"),
    await makePerson(database.admin, "reviewer"),
  ];
  agent = await makeAgent(database.admin, owner.id);
  tool = await pinTool(database.admin, contractOf({ safetyClass: "write", egressClass: "write" }));
});
afterAll(() => database.drop());

let asked = 0;
async function ask(): Promise<string> {
  asked += 1;
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${`{"path":"${asked}"}`}, ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  return row?.id ?? "";
}

async function codeOf(work: PromiseLike<unknown>): Promise<string> {
  return Promise.resolve(work).then(
    () => "ok",
    (error: { code?: string }) => error.code ?? "?",
  );
}

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour);

describe("assigning", () => {
  const assign = (by: TestPerson, to: TestPerson | null, call: string) =>
    web<
      { taker: string | null }[]
    >`select agents.fn_assign(${by.session}, 'invocation', ${call}, ${to?.id ?? null}) as taker`;

  it("never goes to the agent's owner or to somebody who does not vote, and stops nobody else from voting", async () => {
    const call = await ask();
    expect(await codeOf(assign(ana, owner, call))).toBe("AL006");
    expect(await codeOf(assign(ana, admin, call))).toBe("AL006");
    expect(await codeOf(assign(ana, ben, call))).toBe("ok");
    const [seen] = await database.admin<{ digest: string }[]>`
      select binding_digest as digest from agents.tool_invocations where id = ${call}`;
    expect(
      await codeOf(web`select agents.fn_approve_tool_invocation(${ana.session}, ${call}, 1, ${seen?.digest ?? ""})`),
    ).toBe("ok");
    expect(await codeOf(assign(ana, ben, call)), "it does not wait any more").toBe("AL030");
  });

  it("goes to the stand-in of somebody who is away, but never through the owner, and chains do not come back", async () => {
    const [carl, dora] = [await makePerson(database.admin, "operator"), await makePerson(database.admin, "operator")];
    const delegate = (from: TestPerson, to: TestPerson) =>
      web`select agents.fn_delegate(${from.session}, ${to.id}, ${new Date()}, ${inHours(2)})`;
    expect(await codeOf(delegate(carl, dora))).toBe("ok");
    expect(await codeOf(delegate(dora, carl)), "a circle").toBe("AL030");
    const [first] = await assign(ana, carl, await ask());
    expect(first?.taker).toBe(dora.id);
    expect(await codeOf(delegate(dora, owner))).toBe("ok");
    const [second] = await assign(ana, carl, await ask());
    expect(second?.taker, "the step to the owner is not taken").toBe(dora.id);
  });

  it("goes to nobody, and through nobody, whom the policy does not have vote on calls of this class", async () => {
    const { egress, safety } = POLICY_AS_SHIPPED.classes;
    const [eve, fay] = [await makePerson(database.admin, "reviewer"), await makePerson(database.admin, "operator")];
    await web`select agents.fn_delegate(${eve.session}, ${fay.id}, ${new Date()}, ${inHours(2)})`;
    const [before] = await assign(ana, eve, await ask());
    expect(before?.taker, "control: operators vote").toBe(fay.id);
    await putPolicy(database.admin, {
      classes: { egress, safety: { ...safety, write: { ...safety.write, voters: ["reviewer"] } } },
    });
    const call = await ask();
    expect(await codeOf(assign(ana, fay, call))).toBe("AL006");
    const [after] = await assign(ana, eve, call);
    expect(after?.taker, "the step to an operator is not taken").toBe(eve.id);
    // What became of a lost call is told by whoever looks.
    await database.admin
      .begin(async (sql) => {
        await sql`alter table agents.tool_invocations disable trigger user`;
        await sql`update agents.tool_invocations set status = 'unknown' where id = ${call}`;
        await sql`update agents.approvals set status = 'void' where subject_id = ${call}`;
        const [lost] = await sql`select airlock.may_answer(${fay.id}, 'invocation', ${call}) as may`;
        expect(lost).toEqual({ may: true });
        throw new Error("taken back");
      })
      .catch((error: Error) => expect(error.message).toBe("taken back"));
    await putPolicy(database.admin);
  });
});

describe("more time", () => {
  it("is given twice, for the call and its question alike, and never to what has ended", async () => {
    const call = await ask();
    const extend = () => web`select agents.fn_extend_approval(${ana.session}, 'invocation', ${call})`;
    expect(await codeOf(extend())).toBe("ok");
    expect(await codeOf(extend())).toBe("ok");
    expect(await codeOf(extend())).toBe("AL030");
    const [row] = await database.admin<{ minutes: number; same: boolean }[]>`
      select round(extract(epoch from a.expires_at - a.created_at) / 60)::int as minutes, a.expires_at = i.expires_at as same
      from agents.approvals a join agents.tool_invocations i on i.id = a.subject_id where i.id = ${call}`;
    expect(row).toEqual({ minutes: 40, same: true });
    const late = await ask();
    await database.admin`update agents.approvals set expires_at = now() where subject_id = ${late}`;
    expect(await codeOf(web`select agents.fn_extend_approval(${ana.session}, 'invocation', ${late})`)).toBe("AL013");
  });
});

describe("escalation", () => {
  const setRoster = (roster: readonly { person: string; step: number }[]) =>
    web`select agents.fn_set_escalation_roster(${admin.session}, ${web.json(roster)}, 'test')`;

  it("refuses a roster that reaches nobody who may decide, and keeps the one there was", async () => {
    expect(await codeOf(setRoster([{ person: ben.id, step: 1 }]))).toBe("ok");
    for (const nobody of [[], [{ person: admin.id, step: 1 }], [{ person: ben.id, step: 2 }]])
      expect(await codeOf(setRoster(nobody))).not.toBe("ok");
    expect(await database.admin`select person_id from agents.escalation_roster`).toEqual([{ person_id: ben.id }]);
  });

  it("calls the first group when half of the time has passed, by itself and once", async () => {
    await setRoster([{ person: ben.id, step: 1 }]);
    const call = await ask();
    const keeper = database.as("housekeeper", 1);
    const called = async () =>
      (await database.admin`select from agents.events where type = 'approval_escalated' and subject = ${call}`).length;
    await keeper`select agents.fn_sweep()`;
    expect(await called(), "control: there is time").toBe(0);
    await database.admin`
      update agents.approvals set expires_at = now() + interval '5 minutes' where subject_id = ${call}`;
    // What people were asked never changes, so the clock is moved and not the beginning.
    await database.admin.begin(async (sql) => {
      await sql`alter table agents.approvals disable trigger guard_approval`;
      await sql`update agents.approvals set created_at = now() - interval '6 minutes' where subject_id = ${call}`;
      await sql`alter table agents.approvals enable always trigger guard_approval`;
    });
    await keeper`select agents.fn_sweep()`;
    await keeper`select agents.fn_sweep()`;
    expect(await called()).toBe(1);
  });
});

it("an edit leaves a card its clock: the first group is not called again, and the second when its time comes", async () => {
  const roster = [
    { person: ben.id, step: 1 },
    { person: ana.id, step: 2 },
  ];
  await web`select agents.fn_set_escalation_roster(${admin.session}, ${web.json(roster)}, 'test')`;
  const call = await ask();
  const keeper = database.as("housekeeper", 1);
  /** Of a hundred minutes so many are over. */
  const sweepAt = async (minutes: number) => {
    await database.admin.begin(async (sql) => {
      await sql`update agents.tool_invocations set expires_at = now() + ${`${100 - minutes} minutes`}::interval where id = ${call}`;
      await sql`alter table agents.approvals disable trigger guard_approval`;
      await sql`
        update agents.approvals set created_at = now() - ${`${minutes} minutes`}::interval,
          expires_at = now() + ${`${100 - minutes} minutes`}::interval
        where subject_id = ${call} and created_at < now() - interval '1 minute' or subject_id = ${call} and revision = 1`;
      await sql`alter table agents.approvals enable always trigger guard_approval`;
    });
    await keeper`select agents.fn_sweep()`;
    const events = await database.admin<{ step: number }[]>`
      select (data ->> 'step')::int as step from agents.events where type = 'approval_escalated' and subject = ${call} order by id`;
    return events.map(({ step }) => step);
  };
  expect(await sweepAt(77)).toEqual([1]);
  const [seen] = await web<{ digest: string }[]>`
    select binding_digest as digest from agents.tool_invocations where id = ${call}`;
  await web`
    select agents.fn_edit_tool_invocation(${ben.session}, ${call}, 1, ${seen?.digest ?? ""}, '{"edited":true}', '[]', 'x', 'safer')`;
  expect(await sweepAt(79)).toEqual([1]);
  expect(await sweepAt(81)).toEqual([1, 2]);
  expect(await sweepAt(82)).toEqual([1, 2]);
});

it("a snooze is one's own, ends within a day and extends nothing", async () => {
  const call = await ask();
  const [before] = await database.admin`select expires_at from agents.approvals where subject_id = ${call}`;
  expect(await codeOf(web`select agents.fn_snooze(${ana.session}, 'invocation', ${call}, ${inHours(1)})`)).toBe("ok");
  expect(await codeOf(web`select agents.fn_snooze(${ana.session}, 'invocation', ${call}, ${inHours(30)})`)).toBe(
    "AL026",
  );
  expect(await database.admin`select person_id from agents.approval_snoozes where subject_id = ${call}`).toEqual([
    { person_id: ana.id },
  ]);
  expect(await database.admin`select expires_at from agents.approvals where subject_id = ${call}`).toEqual([before]);
});
