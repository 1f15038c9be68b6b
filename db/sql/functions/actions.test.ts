import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";

interface View {
  id: string;
  status: string;
  reason?: string;
  errorCode?: string;
  requiredApprovals: number;
  replayed?: true;
}

let database: TestDatabase;
let gateway: Sql;
let web: Sql;
let owner: TestPerson;
let ana: TestPerson;
let agent: TestAgent;
let stranger: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 4);
  web = database.as("web", 4);
  owner = await makePerson(database.admin, "operator");
  ana = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
  stranger = await makeAgent(database.admin, owner.id);
});
afterAll(() => database.drop());

async function ask(type: string, payload: object = { n: randomUUID() }, key: string | null = null, by = agent) {
  const [row] = await gateway<{ view: View }[]>`
    select agents.fn_ask_action(${by.key}, ${type}, ${JSON.stringify(payload)}, ${key}) as view`;
  return row?.view ?? expect.fail("no answer");
}

async function read(id: string, by = agent): Promise<View> {
  const [row] = await gateway<{ view: View }[]>`select agents.fn_action_status(${by.key}, ${id}) as view`;
  return row?.view ?? expect.fail("no answer");
}

async function decide(id: string, person: TestPerson, decision: string, reason = "Because.") {
  const [question] = await web<{ id: string; digest: string }[]>`
    select id, digest from agents.approvals where subject_kind = 'action' and subject_id = ${id} order by revision desc limit 1`;
  await web`select agents.fn_decide_review(${person.session}, ${question?.id ?? ""}, ${question?.digest ?? ""}, ${decision}, ${reason})`;
}

async function eventsOf(id: string) {
  return database.admin<{ type: string; agentId: string | null; data: Record<string, unknown> }[]>`
    select type, agent_id as "agentId", data from agents.events where subject = ${id} order by id`;
}

describe("an action that is no tool's", () => {
  test("waits for a person when nobody wrote anything about it, and its agent hears the answer", async () => {
    const { id, status, requiredApprovals } = await ask("org:hire");
    expect({ status, requiredApprovals }).toEqual({ status: "pending", requiredApprovals: 1 });
    await decide(id, ana, "approve", "Go on.");
    expect(await read(id)).toMatchObject({ status: "approved", reason: "Go on." });
    const told = await eventsOf(id);
    expect(told.map(({ type, agentId }) => [type, agentId])).toEqual([
      ["review_required", agent.id],
      ["review_decided", agent.id],
    ]);
    const entries = await database.admin`select 1 from audit.events where subject = ${`action:${id}`}`;
    expect(entries.length, "asked and approved").toBe(2);
  });

  test("is nobody's but its agent's, and its agent's owner cannot approve it", async () => {
    const { id } = await ask("deploy:staging");
    await expect(read(id, stranger)).rejects.toMatchObject({ code: "AL028" });
    await expect(decide(id, owner, "approve")).rejects.toMatchObject({ code: "AL006" });
    await decide(id, owner, "reject", "Not today.");
    expect(await read(id)).toMatchObject({ status: "rejected", reason: "Not today." });
  });

  test("asked again with its key is the same, and with another payload a conflict", async () => {
    const payload = { to: "board" };
    const first = await ask("comms:external", payload, "k1");
    expect(await ask("comms:external", payload, "k1")).toMatchObject({ id: first.id, replayed: true });
    await expect(ask("comms:external", { to: "press" }, "k1")).rejects.toMatchObject({ code: "AL024" });
  });

  test("of a type that nobody registered is refused, and nothing of it is kept", async () => {
    await expect(ask("made:up")).rejects.toMatchObject({ code: "AL026" });
  });

  test("is decided by the agent's profiles: listed it goes on, not listed it waits, denied it is denied with the fields of a denial", async () => {
    const other = await makeAgent(database.admin, owner.id);
    await putPolicy(database.admin, {
      ...POLICY_AS_SHIPPED,
      profiles: {
        ...POLICY_AS_SHIPPED.profiles,
        desk: {
          description: "",
          rules: [{ action: "org:fire", deny: true, reason: "Never by a machine." }],
          human_approval: [],
          auto_approve: ["docs:write"],
          approval_minutes: {},
          budgets: [],
        },
      },
      agents: { [other.name]: { profiles: ["desk"], allow: [], deny: [], enforce_tool_policies: true } },
    });
    expect(await ask("docs:write", {}, null, other)).toMatchObject({ status: "approved", requiredApprovals: 0 });
    expect(await ask("org:hire", {}, null, other)).toMatchObject({ status: "pending" });
    const denied = await ask("org:fire", {}, null, other);
    expect(denied).toMatchObject({ status: "denied", errorCode: "access_refused", reason: "Never by a machine." });
    expect((await eventsOf(denied.id))[0]?.data).toMatchObject({
      decision: "denied",
      name: "org:fire",
      reason: "Never by a machine.",
      toolPolicyRisk: null,
      usedDeclaredCapability: true,
    });
  });

  test("that runs code is of code_execution, also where its family is named, and a terminal is another category", async () => {
    const [barred, trusted] = [await makeAgent(database.admin, owner.id), await makeAgent(database.admin, owner.id)];
    const coder = {
      description: "",
      ...{ human_approval: [], auto_approve: ["exec"], approval_minutes: {}, budgets: [] },
      rules: [{ action: "code_execution", deny: true as const, reason: "No code." }],
    };
    await putPolicy(database.admin, {
      profiles: { ...POLICY_AS_SHIPPED.profiles, coder },
      agents: { [barred.name]: { profiles: ["coder"], allow: [], deny: [], enforce_tool_policies: true } },
    });
    expect(await ask("exec:code", {}, null, barred)).toMatchObject({ status: "denied", reason: "No code." });
    expect(await ask("exec:command", {}, null, barred), "control").toMatchObject({ status: "approved" });
    await database.admin.begin(async (sql) => {
      await sql`alter table agents.agent_trust disable trigger guard_trust`;
      await sql`
        insert into agents.agent_trust (agent_id, category, level, since) values (${trusted.id}, 'code_execution', 'sandboxed', now())`;
      await sql`alter table agents.agent_trust enable always trigger guard_trust`;
    });
    const [at] = await database.admin`
      select (airlock.action_terms(${trusted.id}, 'exec:code')).acts_at as code, (airlock.action_terms(${trusted.id}, 'exec:command')).acts_at as command`;
    expect(at).toEqual({ code: "sandboxed", command: "standard" });
  });

  test("is counted as calls are: so often in a session, so many an hour, also when many are asked at once", async () => {
    const [often, spent] = [await makeAgent(database.admin, owner.id), await makeAgent(database.admin, owner.id)];
    const free = { description: "", human_approval: [], auto_approve: ["docs", "org"], approval_minutes: {} };
    const entry = { allow: [], deny: [], enforce_tool_policies: true };
    await putPolicy(database.admin, {
      ...POLICY_AS_SHIPPED,
      profiles: {
        ...POLICY_AS_SHIPPED.profiles,
        often: { ...free, rules: [{ action: "docs", max_invocations: 3, reason: "Three." }], budgets: [] },
        spent: { ...free, rules: [], budgets: [{ action: "docs", calls: 4, per: "hour" }] },
      },
      agents: {
        [often.name]: { ...entry, profiles: ["often"] },
        [spent.name]: { ...entry, profiles: ["spent"] },
      },
    });
    const approvedOf = async (by: TestAgent) => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask("docs:write", undefined, null, by)));
      return answers.filter(({ status }) => status === "approved").length;
    };
    expect(await approvedOf(often)).toBe(3);
    expect(await approvedOf(spent)).toBe(4);
    expect(await ask("docs:write", {}, null, often)).toMatchObject({ status: "denied" });
    expect(await ask("docs:write", {}, null, spent)).toMatchObject({ status: "denied" });
    for (const by of [often, spent]) expect(await ask("org:hire", {}, null, by)).toMatchObject({ status: "approved" });
    const [other] = await gateway<{ view: View }[]>`
      select agents.fn_ask_action(${often.key}, 'docs:write', '{}', null, null, 'another') as view`;
    expect(other?.view.status, "another session").toBe("approved");
  });

  test("is counted together with the calls of every tool that does such a thing, by a rule for what they do", async () => {
    const by = await makeAgent(database.admin, owner.id);
    const outward = { category: "communication", actionType: "comms:external" } as const;
    const [mail, post] = [
      await pinTool(database.admin, contractOf(outward)),
      await pinTool(database.admin, contractOf(outward)),
    ];
    const rules = [
      { action: "communication", max_invocations: 1, reason: "Once." },
      { tool: mail.name, max_invocations: 3, reason: "Thrice." },
    ];
    const once = { description: "", human_approval: [], approval_minutes: {}, rules, budgets: [] };
    await putPolicy(database.admin, {
      profiles: { ...POLICY_AS_SHIPPED.profiles, once },
      agents: { [by.name]: { profiles: ["once"], allow: [], deny: [], enforce_tool_policies: true } },
    });
    const call = async ({ name, definitionHash }: typeof mail, session: string) => {
      const [row] = await gateway<{ view: View }[]>`
        select agents.fn_invoke_tool(${by.key}, ${name}, '{}', ${definitionHash}, '[]', 'effect', null, ${session}) as view`;
      return row?.view ?? expect.fail("no answer");
    };
    const act = async (session: string) => {
      const [row] = await gateway<{ view: View }[]>`
        select agents.fn_ask_action(${by.key}, 'comms:internal', '{}', null, null, ${session}) as view`;
      return row?.view ?? expect.fail("no answer");
    };
    const refused = {
      ...{ status: "denied", errorCode: "constraint_refused" },
      reason: "All communication together may run once a session.",
    };
    expect(await call(mail, "s1")).toMatchObject({ status: "running" });
    for (const tool of [mail, post]) expect(await call(tool, "s1")).toMatchObject(refused);
    expect(await act("s1"), "an action after a call").toMatchObject(refused);
    expect(await act("s2")).toMatchObject({ status: "pending" });
    expect(await call(post, "s2"), "a call after an action").toMatchObject(refused);
    expect(await call(post, "s3"), "control: another session").toMatchObject({ status: "running" });
  });

  test("shares a budget with calls, whichever is asked for last, unless it is a tool's own", async () => {
    const [shared, apart] = [await makeAgent(database.admin, owner.id), await makeAgent(database.admin, owner.id)];
    const tool = await pinTool(database.admin, contractOf({ actionType: "docs:write" }));
    const free = { description: "", human_approval: [], auto_approve: ["docs"], approval_minutes: {}, rules: [] };
    const entry = { allow: [], deny: [], enforce_tool_policies: true };
    await putPolicy(database.admin, {
      ...POLICY_AS_SHIPPED,
      profiles: {
        ...POLICY_AS_SHIPPED.profiles,
        shared: { ...free, budgets: [{ action: "docs", calls: 3, per: "hour" }] },
        apart: { ...free, budgets: [{ tool: tool.name, calls: 3, per: "hour" }] },
      },
      agents: {
        [shared.name]: { ...entry, profiles: ["shared"] },
        [apart.name]: { ...entry, profiles: ["apart"] },
      },
    });
    const call = async (by: TestAgent) => {
      const [row] = await gateway<{ status: string }[]>`
        select agents.fn_invoke_tool(${by.key}, ${tool.name}, ${JSON.stringify({ path: randomUUID() })}, ${tool.definitionHash}, '[]', 'x')
          ->> 'status' as status`;
      return row?.status;
    };
    for (const by of [shared, apart]) {
      for (let n = 0; n < 2; n += 1)
        expect(await ask("docs:write", { n }, null, by)).toMatchObject({ status: "approved" });
      expect(await call(by)).not.toBe("denied");
    }
    expect(await call(shared)).toBe("denied");
    expect(await ask("docs:write", {}, null, shared)).toMatchObject({ status: "denied" });
    for (let n = 0; n < 2; n += 1) expect(await call(apart)).not.toBe("denied");
    expect(await call(apart)).toBe("denied");
    expect(await ask("docs:write", {}, null, apart)).toMatchObject({ status: "approved" });
  });

  test("is denied while the agent is frozen or stopped, and cannot be approved then", async () => {
    const { id } = await ask("arch:decide");
    await database.admin`update agents.agents set frozen_at = now(), frozen_reason = 'test' where id = ${agent.id}`;
    expect(await ask("arch:decide")).toMatchObject({ status: "denied", errorCode: "agent_frozen" });
    await expect(decide(id, ana, "approve")).rejects.toMatchObject({ code: "AL023" });
    await database.admin`update agents.agents set frozen_at = null, frozen_reason = null where id = ${agent.id}`;
  });

  test("cannot be answered past the people: not by writing the row, not by its owner role", async () => {
    const { id } = await ask("budget:exceed");
    await expect(database.admin`update agents.actions set status = 'approved' where id = ${id}`).rejects.toMatchObject({
      code: "AL035",
    });
    await expect(database.admin`update agents.actions set payload = '{}' where id = ${id}`).rejects.toMatchObject({
      code: "AL032",
    });
    await expect(database.admin`delete from agents.actions where id = ${id}`).rejects.toMatchObject({ code: "AL032" });
    await decide(id, ana, "approve");
    expect((await read(id)).status, "control: people can").toBe("approved");
  });

  test("counts among the agent's open cards, so that a flood of them is capped", async () => {
    await database.admin`update agents.settings set value = 10 where name = 'agent_open_cards'`;
    const flood = await makeAgent(database.admin, owner.id);
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push((await ask("test:write", { n }, null, flood)).status);
    expect(answers.filter((status) => status === "pending").length).toBe(10);
    expect(answers.slice(10)).toEqual(["denied", "denied"]);
  });
});

describe("an action that waits while the policy changes", () => {
  const ENTRY = { allow: [], deny: [], enforce_tool_policies: true, profiles: ["desk"] };
  const BARE = { description: "", rules: [], human_approval: [], approval_minutes: {}, budgets: [] };
  let by: TestAgent;
  let bea: TestPerson;

  beforeAll(async () => {
    by = await makeAgent(database.admin, owner.id);
    bea = await makePerson(database.admin, "operator", { roleAge: "3 days" });
    await database.admin`update agents.people set role_since = now() - interval '3 days' where id = ${ana.id}`;
  });

  const put = (desk: Partial<(typeof POLICY_AS_SHIPPED)["profiles"][string]>) =>
    putPolicy(database.admin, {
      profiles: { ...POLICY_AS_SHIPPED.profiles, desk: { ...BARE, ...desk } },
      agents: { [by.name]: ENTRY },
    });
  const sweep = () => database.as("housekeeper", 1)`select agents.fn_sweep()`;
  const denied = { rules: [{ action: "org:hire", deny: true as const, reason: "No longer." }] };
  const two = { rules: [{ action: "org:hire", people: 2, reason: "Two." }] };

  test.each([
    ["would deny it", denied],
    ["asks for two people", two],
    ["says the same about it", { human_approval: ["org:hire"] }],
  ])("is not approved by the digest of before, where the new one %s", async (_what, change) => {
    await put({});
    const { id } = await ask("org:hire", undefined, null, by);
    await put(change);
    await expect(decide(id, ana, "approve")).rejects.toMatchObject({ code: "AL012" });
    expect(await read(id, by)).toMatchObject({ status: "pending" });
  });

  test("is denied by the sweep where the new one denies it, and its agent hears why", async () => {
    await put({});
    const { id } = await ask("org:hire", undefined, null, by);
    await put(denied);
    await sweep();
    expect(await read(id, by)).toMatchObject({
      status: "denied",
      errorCode: "access_refused",
      reason: "The policy changed while it waited: No longer.",
    });
    expect((await eventsOf(id)).at(-1)?.data).toMatchObject({ decision: "denied", name: "org:hire" });
    await expect(decide(id, ana, "approve")).rejects.toMatchObject({ code: "AL012" });
  });

  test("is asked about anew where the new one asks for more people; a vote given before counts for nothing", async () => {
    await put(two);
    const { id, requiredApprovals } = await ask("org:hire", undefined, null, by);
    expect(requiredApprovals).toBe(2);
    await decide(id, ana, "approve");
    await put({});
    await expect(decide(id, bea, "approve"), "between two votes").rejects.toMatchObject({ code: "AL012" });
    await sweep();
    const questions = await web<{ status: string; digest: string; required: number }[]>`
      select status, digest, required from agents.approvals where subject_id = ${id} order by revision`;
    expect(questions, "never of fewer people").toMatchObject([
      { status: "void", required: 2 },
      { status: "pending", required: 2 },
    ]);
    expect(questions[0]?.digest).not.toBe(questions[1]?.digest);
    await decide(id, bea, "approve");
    expect(await read(id, by)).toMatchObject({ status: "pending" });
    await decide(id, ana, "approve");
    expect(await read(id, by), "control: two of now do").toMatchObject({ status: "approved" });
  });

  test("keeps its time, is not freed by a list of the new one, and does not count against itself", async () => {
    await put({ rules: [{ action: "arch:decide", max_invocations: 1, reason: "Once." }] });
    const { id } = await ask("arch:decide", undefined, null, by);
    const expiry = () => web<{ at: Date }[]>`
      select expires_at as at from agents.approvals where subject_id = ${id} order by revision desc limit 1`;
    const [was] = await expiry();
    await put({ rules: [{ action: "arch:decide", max_invocations: 1, reason: "Once!" }], auto_approve: ["arch"] });
    await sweep();
    expect(await read(id, by)).toMatchObject({ status: "pending", requiredApprovals: 1 });
    expect((await expiry())[0]?.at).toEqual(was?.at);
    await decide(id, ana, "approve");
    expect(await read(id, by)).toMatchObject({ status: "approved" });
  });

  test("stays the same under its key, whatever the policy", async () => {
    await put({});
    const payload = { n: randomUUID() };
    const key = randomUUID();
    const first = await ask("org:hire", payload, key, by);
    await put(two);
    expect(await ask("org:hire", payload, key, by)).toMatchObject({ id: first.id, replayed: true });
    await expect(ask("org:hire", { n: 1 }, key, by)).rejects.toMatchObject({ code: "AL024" });
  });

  test("that was asked before digests named a policy is decided, or asked about anew, like the others", async () => {
    await put({});
    const old = "al1-digest-of-before";
    const make = async () => {
      const { id } = await ask("org:hire", undefined, null, by);
      await database.admin.begin(async (sql) => {
        await sql`alter table agents.actions disable trigger guard_action`;
        await sql`alter table agents.approvals disable trigger all`;
        await sql`update agents.actions set digest = ${old} where id = ${id}`;
        await sql`update agents.approvals set digest = ${old} where subject_id = ${id}`;
        await sql`alter table agents.actions enable always trigger guard_action`;
        await sql`alter table agents.approvals enable always trigger guard_approval`;
      });
      return id;
    };
    const [decided, renewed] = [await make(), await make()];
    await decide(decided, ana, "approve");
    expect(await read(decided, by)).toMatchObject({ status: "approved" });
    await put(two);
    await database.admin`update agents.approvals set escalation = 1 where subject_id = ${renewed}`;
    await expect(decide(renewed, ana, "approve")).rejects.toMatchObject({ code: "AL012" });
    await sweep();
    const clocks = await database.admin`
      select status, escalation, created_at = min(created_at) over () as "sameClock" from agents.approvals
      where subject_id = ${renewed} order by revision`;
    expect(clocks, "it goes on by its clock, and calls nobody anew").toEqual([
      { status: "void", escalation: 1, sameClock: true },
      { status: "pending", escalation: 1, sameClock: true },
    ]);
    await decide(renewed, ana, "approve");
    await decide(renewed, bea, "approve");
    expect(await read(renewed, by)).toMatchObject({ status: "approved", requiredApprovals: 2 });
  });

  test("control: without the look at the policy, a yes to what was shown before passes", async () => {
    await put({});
    const { id } = await ask("org:hire", undefined, null, by);
    await put(denied);
    const stale = "o.policy_version <> airlock.policy_version()";
    await takeOut(database.admin, "airlock.check_review", stale, "false");
    await expect(decide(id, ana, "approve"), "the table holds it too").rejects.toMatchObject({ code: "AL012" });
    const guard = "new.status = 'approved' and new.policy_version <> airlock.policy_version()";
    await takeOut(database.admin, "airlock.guard_action", guard, "false");
    await decide(id, ana, "approve");
    expect(await read(id, by)).toMatchObject({ status: "approved" });
  });
});
