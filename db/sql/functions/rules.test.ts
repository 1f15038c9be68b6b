import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registerVersion } from "#db/register-version.ts";
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
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { ToolContract } from "#lib/registry/contract.ts";

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let worker: Sql;
let workerId: string;
let owner: TestPerson;
let ana: TestPerson;
let ben: TestPerson;
let agent: TestAgent;
let contract: ToolContract;
let writer: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  gateway = database.as("gateway", 20);
  worker = database.as("worker");
  workerId = await registerWorker(worker);
  owner = await makePerson(database.admin, "operator");
  ana = await makePerson(database.admin, "operator");
  ben = await makePerson(database.admin, "reviewer");
});
beforeEach(async () => {
  agent = await makeAgent(database.admin, owner.id);
  contract = contractOf({ egressClass: "write", safetyClass: "write" });
  writer = await pinTool(database.admin, contract);
});
afterAll(async () => {
  await database.drop();
});

interface Asked {
  id: string;
  status: string;
  errorCode?: string;
  reason?: string;
}

async function ask(input: object, tool = writer, by = agent): Promise<Asked> {
  const [row] = await gateway<{ view: Asked }[]>`
    select agents.fn_invoke_tool(${by.key}, ${tool.name}, ${JSON.stringify(input)}, ${tool.definitionHash}, '[]', 'effect') as view`;
  return row?.view ?? expect.fail("no answer");
}

/** The same by the door for lists. */
async function askTogether(inputs: readonly object[]): Promise<Asked[]> {
  const asks = inputs.map((input) => ({
    key: agent.key,
    tool: writer.name,
    input: JSON.stringify(input),
    definitionHash: writer.definitionHash,
    checks: [],
    effect: "effect",
  }));
  const rows = await gateway<
    { view: Asked }[]
  >`select view::json as view from agents.fn_invoke_tools(${JSON.stringify(asks)}::text::jsonb)`;
  return rows.map(({ view }) => view);
}

interface Terms {
  effect?: "approve" | "deny";
  everyAgent?: boolean;
  pattern?: object;
  maxUses?: number;
  hours?: number;
  by?: TestPerson;
}

const EVERYTHING_IN_OUT = { arguments: { path: { prefix: "/out/" } } };

async function answer(door: "fn_make_rule" | "fn_decide_and_rule", id: string, terms: Terms = {}) {
  const {
    effect = "approve",
    everyAgent = false,
    pattern = EVERYTHING_IN_OUT,
    maxUses = 3,
    hours = 1,
    by = ana,
  } = terms;
  const [call] = await web<{ revision: number; digest: string }[]>`
    select revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
  const [row] = await web<{ made: { rule: string; status?: string } }[]>`
    select ${web(`agents.${door}`)}(${by.session}, ${id}, ${call?.revision ?? 0}, ${call?.digest ?? ""}, ${effect}, ${everyAgent},
      ${JSON.stringify(pattern)}::text::jsonb, ${maxUses}, ${hours}, 'They are all like this one.') as made`;
  return row?.made ?? expect.fail("no answer");
}

const makeRule = (id: string, terms?: Terms) => answer("fn_make_rule", id, terms);
const decideAndRule = (id: string, terms?: Terms) => answer("fn_decide_and_rule", id, terms);

async function statusOf(id: string) {
  const [row] = await web<{ status: string; revision: number; ruleId: string | null; taken: boolean }[]>`
    select status, revision, rule_id as "ruleId", claimed_at is not null as taken from agents.tool_invocations where id = ${id}`;
  return row;
}

/** Takes everything that is released, as far as it still is. */
async function takeAll(): Promise<void> {
  const [row] = await worker`select agents.fn_claim_tool_invocation(${workerId}, 60) as taken`;
  if (row?.taken) await takeAll();
}

/** A whole crowd asks; who is told to try again does. */
async function untilAnswered<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "55P03")) throw error;
    return untilAnswered(act);
  }
}

const actions = (subject: string) =>
  web<{ action: string }[]>`select action from audit.events where subject = ${subject} order by at_us, seq`;

describe("a standing yes", () => {
  test("is made with the vote, releases calls like the one it was made from, and holds others", async () => {
    const first = await ask({ path: "/out/a.md" });
    const made = await decideAndRule(first.id);
    expect(made).toMatchObject({ status: "running", rule: expect.any(String) });
    const second = await ask({ path: "/out/b.md" });
    expect(second).toMatchObject({ status: "running", reason: "They are all like this one." });
    expect(await statusOf(second.id)).toMatchObject({ ruleId: made.rule });
    for (const input of [{ path: "/etc/passwd" }, { path: "/out/../etc" }, { path: "/out/b.md", mode: 7 }, {}])
      expect(await ask(input)).toMatchObject({ status: "pending" });
    expect(await actions(`rule:${made.rule}`)).toMatchObject([{ action: "rule.made" }]);
    await takeAll();
    expect(await statusOf(second.id)).toMatchObject({ status: "running", taken: true });
  });

  test("that is refused leaves no vote, and a vote that is refused leaves no rule", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    await expect(decideAndRule(id, { pattern: { arguments: { path: { prefix: "/out" } } } })).rejects.toMatchObject({
      code: "AL026",
    });
    const [votes] =
      await web`select count(*)::int as n from agents.approval_votes v join agents.approvals a on a.id = v.approval_id where a.subject_id = ${id}`;
    expect([votes?.n, (await statusOf(id))?.status]).toEqual([0, "pending"]);
    await database.admin`update agents.agents set frozen_at = now(), frozen_reason = 'x' where id = ${agent.id}`;
    await expect(decideAndRule(id)).rejects.toMatchObject({ code: "AL022" });
    const rules = await web`select from agents.standing_rules where made_from = ${id}`;
    expect(rules.length).toBe(0);
  });

  test("answers for at most as many calls as it was given, when twenty ask at once, one by one or in lists", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    const { rule } = await decideAndRule(id, { maxUses: 7 });
    const asked = await Promise.all([
      ...Array.from({ length: 14 }, (_, n) => untilAnswered(() => ask({ path: `/out/${n}.md` }))),
      ...Array.from({ length: 6 }, (_, n) => untilAnswered(() => askTogether([{ path: `/out/x${n}.md` }]))),
    ]);
    const statuses = asked.flat().map(({ status }) => status);
    expect(statuses.filter((status) => status === "running").length).toBe(7);
    expect(statuses.filter((status) => status === "pending").length).toBe(13);
    expect(await web`select uses from agents.standing_rules where id = ${rule}`).toMatchObject([{ uses: 7 }]);
  });

  test("is counted within one list as well", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    await decideAndRule(id, { maxUses: 2 });
    const asked = await askTogether([1, 2, 3, 4].map((n) => ({ path: `/out/${n}.md` })));
    expect(asked.map(({ status }) => status).sort()).toEqual(["pending", "pending", "running", "running"]);
  });

  test("ends with its time, and what it released before and nobody took goes back to people", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    const { rule } = await makeRule(id);
    const released = await ask({ path: "/out/b.md" });
    expect(released.status).toBe("running");
    await database.admin`update agents.standing_rules set expires_at = created_at + interval '1 microsecond' where id = ${rule}`;
    expect((await ask({ path: "/out/c.md" })).status).toBe("pending");
    await takeAll();
    expect(await statusOf(released.id)).toMatchObject({ status: "pending", revision: 2 });
  });

  test("that is revoked gives back what nobody took yet, leaves what was taken, and answers no more", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    const { rule } = await makeRule(id);
    const taken = await ask({ path: "/out/b.md" });
    await takeAll();
    const waiting = await ask({ path: "/out/c.md" });
    const [row] = await web`select agents.fn_revoke_rule(${ben.session}, ${rule}, 'No longer.') as revoked`;
    expect(row?.revoked).toEqual({ id: rule, returned: 1 });
    expect(await statusOf(taken.id)).toMatchObject({ status: "running" });
    expect(await statusOf(waiting.id)).toMatchObject({ status: "pending", revision: 2 });
    const [trace] =
      await web`select trace #>> '{lines,-1,rule}' as line from agents.invocation_inputs where invocation_id = ${waiting.id} and revision = 2`;
    expect(trace?.line).toBe("rule.ended");
    expect((await ask({ path: "/out/d.md" })).status).toBe("pending");
    expect(await actions(`rule:${rule}`)).toMatchObject([{ action: "rule.made" }, { action: "rule.revoked" }]);
    await expect(web`select agents.fn_revoke_rule(${ben.session}, ${rule}, 'Again.')`).rejects.toMatchObject({
      code: "AL030",
    });
  });

  test("is for one version of the tool: the next one is held, and the rule has ended with its words", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    const { rule } = await makeRule(id);
    const next = { ...contract, description: "Another tool." };
    const { id: version } = await registerVersion(database.admin, next, null);
    await database.admin`update agents.tool_versions set state = 'approved', decided_at = now(), decision_reason = 'x' where id = ${version}`;
    await database.admin`select airlock.pin_version(${version})`;
    const [changed] = await database.admin<
      { hash: string }[]
    >`select definition_hash as hash from agents.tool_versions where id = ${version}`;
    expect((await ask({ path: "/out/b.md" }, { ...writer, definitionHash: changed?.hash ?? "" })).status).toBe(
      "pending",
    );
    await database.admin`select airlock.void_calls_of(array(select id from agents.tools_registry where name = ${writer.name}), 'Another version of the tool was put in force.')`;
    expect(await web`select revoked_by, revocation from agents.standing_rules where id = ${rule}`).toMatchObject([
      { revoked_by: null, revocation: "Another version of the tool was put in force." },
    ]);
    expect(await actions(`rule:${rule}`)).toMatchObject([{ action: "rule.made" }, { action: "rule.ended" }]);
  });

  test("is neither made nor worth anything where the policy has others vote", async () => {
    const { safety, egress } = POLICY_AS_SHIPPED.classes;
    const first = await ask({ path: "/out/a.md" });
    await decideAndRule(first.id);
    expect(await ask({ path: "/out/b.md" }), "control: operators vote").toMatchObject({ status: "running" });
    await putPolicy(database.admin, {
      classes: { egress, safety: { ...safety, write: { ...safety.write, voters: ["reviewer"] } } },
    });
    const held = await ask({ path: "/out/c.md" });
    expect(held).toMatchObject({ status: "pending" });
    await expect(makeRule(held.id)).rejects.toMatchObject({ code: "AL005" });
    await makeRule(held.id, { by: ben });
    expect(await ask({ path: "/out/d.md" })).toMatchObject({ status: "running" });
    await putPolicy(database.admin);
  });

  test("is worth no more than its maker's vote: it sleeps while they may not vote", async () => {
    const cleo = await makePerson(database.admin, "operator");
    const { id } = await ask({ path: "/out/a.md" });
    await makeRule(id, { by: cleo });
    await database.admin`update agents.people set disabled_at = now() where id = ${cleo.id}`;
    expect((await ask({ path: "/out/b.md" })).status).toBe("pending");
    await database.admin`update agents.people set disabled_at = null where id = ${cleo.id}`;
    expect((await ask({ path: "/out/b.md" })).status).toBe("running");
  });

  test("does not answer once the scanner has noticed something, not even for what it released before", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    await makeRule(id);
    const released = await ask({ path: "/out/c.md" });
    await database.admin`update agents.tool_versions set findings = '[{"severity":"high"}]' where id = ${writer.versionId}`;
    const flagged = await ask({ path: "/out/b.md" });
    expect(flagged.status).toBe("pending");
    await expect(makeRule(flagged.id)).rejects.toMatchObject({ code: "AL035" });
    await takeAll();
    expect(await statusOf(released.id)).toMatchObject({ status: "pending", revision: 2 });
  });

  test.each([
    ["privileged", { safetyClass: "privileged" }],
    ["financial", { safetyClass: "financial" }],
    ["of high risk", { safetyClass: "write", policy: { risk: "high" } }],
  ] as const)("is never made for a call that is %s", async (_, classes) => {
    const grave = await pinTool(database.admin, contractOf({ egressClass: "write", ...classes }));
    const { id } = await ask({ path: "/out/a.md" }, grave);
    await expect(makeRule(id)).rejects.toMatchObject({ code: "AL035" });
    await expect(decideAndRule(id)).rejects.toMatchObject({ code: "AL035" });
    await expect(makeRule(id, { effect: "deny" })).resolves.toMatchObject({ rule: expect.any(String) });
  });

  test("is never made by the agent's owner, an editor or an admin, nor for every agent or for ever", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    await expect(makeRule(id, { by: owner })).rejects.toMatchObject({ code: "AL006" });
    await expect(makeRule(id, { by: await makePerson(database.admin, "admin") })).rejects.toMatchObject({
      code: "AL005",
    });
    await expect(makeRule(id, { everyAgent: true })).rejects.toMatchObject({ code: "AL026" });
    await expect(makeRule(id, { hours: 721 })).rejects.toMatchObject({ code: "AL026" });
    await expect(makeRule(id, { maxUses: 0 })).rejects.toMatchObject({ code: "AL026" });
    await expect(makeRule(id, { pattern: { arguments: { path: { is: "/out/other.md" } } } })).rejects.toMatchObject({
      code: "AL026",
    });
    const [call] = await web<
      { digest: string }[]
    >`select binding_digest as digest from agents.tool_invocations where id = ${id}`;
    await web`select agents.fn_edit_tool_invocation(${ana.session}, ${id}, 1, ${call?.digest ?? ""}, '{"path":"/out/e.md"}', '[]', 'effect', 'x')`;
    await expect(makeRule(id)).rejects.toMatchObject({ code: "AL006" });
    await expect(makeRule(id, { by: ben })).resolves.toMatchObject({ rule: expect.any(String) });
  });

  test("can be made from what was approved a moment ago, not from what was rejected", async () => {
    const approved = await ask({ path: "/out/a.md" });
    const rejected = await ask({ path: "/out/b.md" });
    const digestOf = async (id: string) =>
      (await web<{ d: string }[]>`select binding_digest as d from agents.tool_invocations where id = ${id}`)[0]?.d ??
      "";
    await web`select agents.fn_approve_tool_invocation(${ana.session}, ${approved.id}, 1, ${await digestOf(approved.id)})`;
    await web`select agents.fn_reject_tool_invocation(${ana.session}, ${rejected.id}, 1, ${await digestOf(rejected.id)}, 'No.')`;
    await expect(makeRule(rejected.id)).rejects.toMatchObject({ code: "AL030" });
    await expect(
      makeRule(rejected.id, { effect: "deny", pattern: { arguments: { path: { is: "/out/b.md" } } } }),
    ).resolves.toMatchObject({ rule: expect.any(String) });
    await expect(makeRule(approved.id)).resolves.toMatchObject({ rule: expect.any(String) });
  });

  test("is not made from a drill: it is scored, as a vote would be", async () => {
    const [row] = await web<{ id: string }[]>`
      select agents.fn_place_drill(${ben.session}, ${agent.id}, ${writer.versionId}, '{"path":"/out/drill.md"}', '[]', 'effect', 'The path is wrong.') as id`;
    const decided = await decideAndRule(row?.id ?? "");
    expect(decided).toMatchObject({ status: "drill" });
    expect(await web`select from agents.standing_rules where made_from = ${row?.id ?? ""}`).toHaveLength(0);
  });
});

describe("a standing no", () => {
  test("beats a standing yes, and the agent learns the code and the reason", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    await makeRule(id);
    await decideAndRule(id, { effect: "deny", pattern: { arguments: { path: { is: "/out/a.md" } } } });
    expect((await statusOf(id))?.status).toBe("rejected");
    expect(await ask({ path: "/out/a.md" })).toMatchObject({
      status: "denied",
      errorCode: "rule_refused",
      reason: expect.stringContaining("like this one"),
    });
    expect(await askTogether([{ path: "/out/a.md" }, { path: "/out/b.md" }])).toMatchObject([
      { status: "denied", errorCode: "rule_refused" },
      { status: "running" },
    ]);
  });

  test("for every agent holds for agents that were not there, and nobody can edit a call into it", async () => {
    const { id } = await ask({ path: "/out/a.md", to: "evil.test" });
    await decideAndRule(id, { effect: "deny", everyAgent: true, pattern: { anywhere: "evil.test" } });
    const other = await makeAgent(database.admin, ana.id);
    expect(await ask({ deep: [{ "EVIL.test": 1 }] }, writer, other)).toMatchObject({ errorCode: "rule_refused" });
    const waiting = await ask({ path: "/out/b.md" }, writer, other);
    const [call] = await web<
      { digest: string }[]
    >`select binding_digest as digest from agents.tool_invocations where id = ${waiting.id}`;
    await expect(
      web`select agents.fn_edit_tool_invocation(${ben.session}, ${waiting.id}, 1, ${call?.digest ?? ""}, '{"path":"evil.test"}', '[]', 'effect', 'x')`,
    ).rejects.toMatchObject({ code: "AL036" });
  });
});

describe("before it is made", () => {
  test("a rule is tried on what was asked before: how many it would have released, and which of those people rejected", async () => {
    const digestOf = async (id: string) =>
      (await web<{ d: string }[]>`select binding_digest as d from agents.tool_invocations where id = ${id}`)[0]?.d ??
      "";
    const calls = [];
    for (const path of ["/out/1", "/out/2", "/out/3", "/etc/4"]) calls.push((await ask({ path })).id);
    for (const id of calls.slice(0, 2))
      await web`select agents.fn_approve_tool_invocation(${ana.session}, ${id}, 1, ${await digestOf(id)})`;
    for (const id of calls.slice(2))
      await web`select agents.fn_reject_tool_invocation(${ana.session}, ${id}, 1, ${await digestOf(id)}, 'No.')`;
    const { id } = await ask({ path: "/out/5" });
    const preview = async (pattern: object) =>
      (
        await web`select agents.fn_preview_rule(${ana.session}, ${id}, 'approve', false, ${JSON.stringify(pattern)}::text::jsonb) as seen`
      )[0]?.seen;
    expect(await preview(EVERYTHING_IN_OUT)).toMatchObject({
      looked: 5,
      matched: 3,
      released: 2,
      rejected: 1,
      expired: 0,
      sampleRejected: [calls[2]],
      differs: null,
    });
    expect(await preview({ arguments: { path: { is: "/etc/4" } } })).toMatchObject({
      matched: 1,
      rejected: 1,
      differs: "path",
    });
    await expect(preview({ arguments: { path: { prefix: "/" } } })).rejects.toMatchObject({ code: "AL026" });
  });

  test("what people changed before they let it through, or took back, counts as not let through", async () => {
    const { id } = await ask({ path: "/out/new.md" });
    const seenOf = async (of: string) =>
      (
        await web<{ revision: number; digest: string }[]>`
          select revision, binding_digest as digest from agents.tool_invocations where id = ${of}`
      )[0] ?? expect.fail("no such call");
    const approve = async (of: string) => {
      const { revision, digest } = await seenOf(of);
      await web`select agents.fn_approve_tool_invocation(${ana.session}, ${of}, ${revision}, ${digest})`;
    };
    const [plain, edited, undone] = [
      await ask({ path: "/out/1" }),
      await ask({ path: "/out/2" }),
      await ask({ path: "/out/3" }),
    ];
    const { revision, digest } = await seenOf(edited.id);
    await web`select agents.fn_edit_tool_invocation(${ben.session}, ${edited.id}, ${revision}, ${digest}, '{"path":"/out/safe"}', '[]', 'effect', 'x')`;
    for (const call of [plain, edited, undone]) await approve(call.id);
    await web`select agents.fn_undo_release(${ana.session}, ${undone.id})`;
    const [row] = await web`
      select agents.fn_preview_rule(${ana.session}, ${id}, 'approve', false, ${JSON.stringify(EVERYTHING_IN_OUT)}::text::jsonb) as seen`;
    expect(row?.seen).toMatchObject({
      matched: 3,
      released: 1,
      rejected: 2,
      sampleRejected: [undone.id, edited.id],
      sampleReleased: [plain.id],
    });
  });

  test("a card can say why no rule answered for it", async () => {
    const { id } = await ask({ path: "/out/a.md" });
    const { rule } = await makeRule(id);
    const explain = async (of: string) =>
      (await web`select agents.fn_explain_rules(${ana.session}, ${of}) as why`)[0]?.why;
    expect(await explain((await ask({ path: "/etc/x" })).id)).toEqual([
      { id: rule, why: "argument", argument: "path" },
    ]);
    expect(await explain(id)).toEqual([{ id: rule, why: "made_since", argument: null }]);
    const other = await makeAgent(database.admin, owner.id);
    expect(await explain((await ask({ path: "/out/b.md" }, writer, other)).id)).toMatchObject([{ why: "other_agent" }]);
    await web`select agents.fn_revoke_rule(${ana.session}, ${rule}, 'x')`;
    expect(await explain((await ask({ path: "/out/b.md" })).id)).toMatchObject([{ why: "revoked" }]);
  });
});
