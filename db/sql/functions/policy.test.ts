import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
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
import { wordsFor } from "#lib/policy/action-pattern.ts";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { AgentPolicy, PolicyDocument, PolicyProfile } from "#lib/policy/document/policy-document.ts";
import { CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";

/** What a policy in force does to calls: those that are asked, those that wait, those that were released. */
let database: TestDatabase;
let gateway: Sql;
let web: Sql;
let worker: Sql;
let keeper: Sql;
let agent: TestAgent;
let operator: TestPerson;
let reviewer: TestPerson;
let reader: TestTool;
let writer: TestTool;
let fetcher: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 8);
  web = database.as("web", 2);
  worker = database.as("worker", 1);
  keeper = database.as("housekeeper", 1);
  operator = await makePerson(database.admin, "operator");
  reviewer = await makePerson(database.admin, "reviewer");
  reader = await pinTool(database.admin, contractOf());
  writer = await pinTool(
    database.admin,
    contractOf({ safetyClass: "write", egressClass: "write", actionType: "fs:write" }),
  );
  fetcher = await pinTool(
    database.admin,
    contractOf({
      ...{ safetyClass: "network", egressClass: "read_only", category: "web", actionType: "web:fetch", maxCost: 2 },
      policy: { network: { mode: "allowlist", hosts: ["localhost:80"] } },
    }),
  );
});
beforeEach(async () => {
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
});
afterAll(() => database.drop());

interface View {
  readonly id: string;
  readonly status: string;
  readonly errorCode?: string;
  readonly reason?: string;
}

interface Wish {
  readonly session?: string;
  readonly task?: string;
}

async function ask(tool: TestTool, { session, task }: Wish = {}): Promise<View> {
  const [row] = await gateway<{ view: View }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ n: randomUUID() })}, ${tool.definitionHash}, '[]', 'x', null,
      ${session ?? null}, ${task ?? null}) as view`;
  if (!row) throw new Error("no answer");
  return row.view;
}

const profile = (body: Partial<PolicyProfile>): PolicyProfile => ({
  description: "",
  rules: [],
  human_approval: [],
  approval_minutes: {},
  budgets: [],
  ...body,
});

/** One profile and this agent's entry with it; what is given besides is part of the entry. */
const ofAgent = (body: Partial<PolicyProfile>, entry: Partial<AgentPolicy> = {}): Partial<PolicyDocument> => ({
  profiles: { only: profile(body) },
  agents: { [agent.name]: { profiles: ["only"], allow: [], deny: [], enforce_tool_policies: true, ...entry } },
});

const put = (change: Partial<PolicyDocument> = {}) => putPolicy(database.admin, change);

async function shown(id: string) {
  const [row] = await database.admin<
    { status: string; revision: number; digest: string; required: number; policy: number; error: string | null }[]
  >`
    select status, revision, binding_digest as digest, required_approvals as required, policy_version as policy, error_code as error
    from agents.tool_invocations where id = ${id}`;
  if (!row) throw new Error("no such call");
  return row;
}

async function approve(person: TestPerson, id: string): Promise<string> {
  const { revision, digest } = await shown(id);
  try {
    const [row] = await web<{ status: string }[]>`
      select agents.fn_approve_tool_invocation(${person.session}, ${id}, ${revision}, ${digest}, 'yes') ->> 'status' as status`;
    return row?.status ?? "";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function rulesOf(id: string): Promise<string[]> {
  const rows = await database.admin<{ rule: string }[]>`
    select line ->> 'rule' as rule from agents.invocation_inputs n, jsonb_array_elements(n.trace -> 'lines') line
    where n.invocation_id = ${id} and line ->> 'concluded' in ('hold', 'deny')
      and n.revision = (select max(m.revision) from agents.invocation_inputs m where m.invocation_id = ${id})`;
  return rows.map(({ rule }) => rule).sort();
}

const sweep = () => keeper`select agents.fn_sweep(50)`;

test("the database and the core mean the same calls by every word", async () => {
  const rows = await database.admin<{ actionType: string; category: Category; words: string[] }[]>`
    select t as "actionType", c as category, airlock.words_for(t, c) as words
    from unnest(${[...ACTION_TYPES]}::text[]) t, unnest(${[...CATEGORIES]}::text[]) c`;
  expect(rows.length).toBe(ACTION_TYPES.length * CATEGORIES.length);
  for (const { words, ...call } of rows) expect(new Set(words), call.category).toEqual(new Set(wordsFor(call)));
});

describe("a call that is asked", () => {
  test("is held by a class that the policy made stricter, and by nobody whom the class does not have vote", async () => {
    const { safety, egress } = POLICY_AS_SHIPPED.classes;
    await put({
      classes: { egress, safety: { ...safety, read: { ...safety.read, people: 1, voters: ["reviewer"] } } },
    });
    const held = await ask(reader);
    expect(held.status).toBe("pending");
    expect(await rulesOf(held.id)).toEqual(["safety.read"]);
    expect(await approve(operator, held.id)).toBe("AL005");
    expect(await approve(reviewer, held.id)).toBe("running");
    await put();
    expect((await ask(reader)).status).toBe("running");
  });

  test("is denied by name before anything allows it, and allowed by name past its level's categories", async () => {
    await database.admin`update agents.agents set access_level = 'sandboxed' where id = ${agent.id}`;
    await put();
    expect(await ask(fetcher), "the level has no such tools").toMatchObject({
      status: "denied",
      errorCode: "access_refused",
    });
    await put(ofAgent({}, { allow: [fetcher.name] }));
    expect((await ask(fetcher)).status).toBe("running");
    await put(ofAgent({}, { allow: [fetcher.name], deny: [fetcher.name] }));
    const denied = await ask(fetcher);
    expect(denied.status).toBe("denied");
    expect(await rulesOf(denied.id)).toEqual(["permission.denied"]);
  });

  test("is listed only where it is permitted, and can be hidden altogether", async () => {
    await put(ofAgent({}, { deny: [fetcher.name] }));
    const [row] = await gateway<{ names: string[] }[]>`
      select array(select t -> 'contract' ->> 'name' from jsonb_array_elements(agents.fn_tools_of_agent(${agent.key}) -> 'tools') t) as names`;
    expect(row?.names).toContain(reader.name);
    expect(row?.names).not.toContain(fetcher.name);
    const read = () => gateway`select agents.fn_tool_for_agent(${agent.key}, ${fetcher.name})`;
    await expect(read(), "by default it is refused with its reason").resolves.toHaveLength(1);
    await database.admin`update agents.settings set value = 1 where name = 'hide_refused_tools'`;
    await expect(read()).rejects.toMatchObject({ code: "AL020" });
    await database.admin`update agents.settings set value = 0 where name = 'hide_refused_tools'`;
  });

  test("acts with no more than a custom level and the trust in the agent have in common", async () => {
    const levels = { ...POLICY_AS_SHIPPED.tool_access.levels };
    const base = levels.standard;
    if (!base) throw new Error("no such level");
    await database.admin`update agents.agents set access_level = 'sandboxed' where id = ${agent.id}`;
    const agents = {
      [agent.name]: { profiles: [], custom_level: "own", allow: [], deny: [], enforce_tool_policies: true },
    };
    await put({ tool_access: { levels: { ...levels, own: { ...base, git: "full", network: "open" } } }, agents });
    expect((await ask(fetcher)).status).toBe("running");
    await web`select agents.fn_set_trust(${reviewer.session}, ${agent.id}, 'web', 'sandboxed', 'not yet')`;
    expect(await ask(fetcher)).toMatchObject({ status: "denied", errorCode: "access_refused" });
    const [row] = await database.admin<{ network: string; level: string }[]>`
      select c.grants ->> 'network' as network, c.acts_at as level from airlock.call_terms c where c.agent_id = ${agent.id} and c.tool_name = ${fetcher.name}`;
    expect(row).toEqual({ level: "custom", network: "none" });
  });

  test("counts against its profile by task or session, and one at a time however many come at once", async () => {
    await put(ofAgent({ rules: [{ tool: reader.name, reason: "few", max_invocations: 2, per: "task" }] }));
    const wishes = Array.from({ length: 8 }, () => ask(reader, { task: "t1" }));
    const views = await Promise.all(
      wishes.map((wish) => wish.catch((error: { code: string }) => ({ status: error.code }))),
    );
    expect(views.filter(({ status }) => status === "running")).toHaveLength(2);
    expect(await ask(reader, { task: "t1" })).toMatchObject({ status: "denied", errorCode: "constraint_refused" });
    expect((await ask(reader, { task: "t2" })).status).toBe("running");
  });

  test("runs only after what its profile names, and an ended rule says nothing", async () => {
    await put(ofAgent({ rules: [{ tool: reader.name, reason: "first things first", only_after: [fetcher.name] }] }));
    expect(await ask(reader)).toMatchObject({ status: "denied", errorCode: "constraint_refused" });
    await put(ofAgent({ rules: [{ tool: reader.name, deny: true, reason: "gone", until: "2020-01-01T00:00:00Z" }] }));
    expect((await ask(reader)).status).toBe("running");
  });

  test("is denied when its budget of calls or of cost is spent, and told so", async () => {
    await put(ofAgent({ budgets: [{ tool: fetcher.name, cost: 5, per: "hour" }] }));
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await ask(fetcher)).status);
    expect(statuses, "two calls may cost 4, the third would make it 6").toEqual(["running", "running", "denied"]);
    expect((await ask(reader)).status, "another tool is not counted").toBe("running");
    await put(ofAgent({ budgets: [{ calls: 4, per: "day" }] }));
    expect((await ask(reader)).status).toBe("running");
    expect(await ask(reader)).toMatchObject({ status: "denied", errorCode: "budget_refused" });
  });

  test.each([0, 0.01, 2])(
    "spends what its contract allows when the agent ran it itself and says it cost %s",
    async (cost) => {
      const own = await pinTool(database.admin, contractOf({ runtime: { kind: "external" }, maxCost: 2 }));
      await put(ofAgent({ budgets: [{ tool: own.name, cost: 5, per: "hour" }] }));
      const statuses = [];
      for (let n = 0; n < 3; n += 1) {
        const { id, status } = await ask(own);
        statuses.push(status);
        if (status === "denied") break;
        const runner = randomUUID();
        await gateway`select agents.fn_invocation_status(${agent.key}, ${id}, ${runner})`;
        await gateway`
        select agents.fn_report_external(${agent.key}, ${id}, ${runner}, 1, 'completed', null, '{}', '[]', '{}', p_cost_estimate => ${cost})`;
        expect((await shown(id)).status).toBe("completed");
      }
      expect(statuses).toEqual(["running", "running", "denied"]);
    },
  );

  test("of an agent whose calls are counted is not decided in a list", async () => {
    await put(ofAgent({ budgets: [{ calls: 4, per: "day" }] }));
    const wish = {
      key: agent.key,
      tool: reader.name,
      input: "{}",
      definitionHash: reader.definitionHash,
      checks: [],
      effect: "x",
    };
    const rows = await gateway<{ refused: { state: string } }[]>`
      select refused from agents.fn_invoke_tools(${gateway.json([wish, wish])})`;
    expect(rows.map(({ refused }) => refused.state)).toEqual(["AL012", "AL012"]);
  });

  test("takes a person where a list of what needs none does not name it, and waits as long as its profile gives", async () => {
    await put(ofAgent({ auto_approve: ["fs:read"], human_approval: ["web"], approval_minutes: { web: 5 } }));
    expect((await ask(reader)).status).toBe("running");
    const held = await ask(fetcher);
    expect(await rulesOf(held.id)).toEqual(["profile.human_approval", "profile.otherwise"]);
    const [row] = await database.admin`
      select extract(epoch from expires_at - asked_at)::int as seconds from agents.tool_invocations where id = ${held.id}`;
    expect(row).toEqual({ seconds: 300 });
  });

  test("leaves the rules that held it in the log, where its class asks for that", async () => {
    await put();
    const [held, free] = [await ask(writer), await ask(reader)];
    const rows = await database.admin<{ rules: string[] | null }[]>`
      select (body::jsonb) -> 'rules' as rules from audit.events where action = 'invocation.asked' and subject in (${`invocation:${held.id}`}, ${`invocation:${free.id}`})
      order by rules nulls last`;
    expect(rows.map(({ rules }) => rules)).toEqual([["egress.write", "safety.write"], null]);
  });
});

describe("when another policy is put in force", () => {
  test("a call that waits cannot be approved until it was decided again, and then by a digest of its own", async () => {
    await put();
    const held = await ask(writer);
    const before = await shown(held.id);
    const version = await put(ofAgent({ rules: [{ tool: writer.name, people: 2, reason: "two of us" }] }));
    expect(await approve(operator, held.id)).toBe("AL012");
    await sweep();
    const after = await shown(held.id);
    expect(after).toMatchObject({ status: "pending", revision: before.revision + 1, required: 2, policy: version });
    expect(after.digest).not.toBe(before.digest);
    expect(await approve(operator, held.id)).toBe("pending");
    await put();
    await sweep();
    expect(await shown(held.id), "it never needs fewer people, and the first vote is void").toMatchObject({
      required: 2,
    });
    expect(await approve(operator, held.id)).toBe("pending");
    expect(await approve(reviewer, held.id)).toBe("running");
  });

  test("a call that waits is denied if that one denies it", async () => {
    await put();
    const held = await ask(writer);
    await put(ofAgent({}, { deny: [writer.name] }));
    await sweep();
    expect(await shown(held.id)).toMatchObject({ status: "denied", error: "access_refused" });
  });

  test("a call that nobody had to approve runs if nobody has to now, and goes to people if somebody has", async () => {
    await put();
    const [free, now] = [await ask(reader), await ask(fetcher)];
    await put(ofAgent({ human_approval: ["web"] }));
    const id = await registerWorker(worker);
    const taken: unknown[] = [];
    for (;;) {
      const [row] = await worker<{ claim: { id?: string; setAside?: string } | null }[]>`
        select agents.fn_claim_tool_invocation(${id}, 60) as claim`;
      if (!row?.claim) break;
      if (row.claim.id) taken.push(row.claim.id);
    }
    expect(taken).toContain(free.id);
    expect(taken).not.toContain(now.id);
    expect(await shown(now.id)).toMatchObject({ status: "pending", required: 1 });
  });

  /** Claims whatever there is, and says what was handed out. */
  async function claimAll(): Promise<string[]> {
    const id = await registerWorker(worker);
    const taken: string[] = [];
    for (;;) {
      const [row] = await worker<{ claim: { id?: string } | null }[]>`
        select agents.fn_claim_tool_invocation(${id}, 60) as claim`;
      if (!row?.claim) return taken;
      if (row.claim.id) taken.push(row.claim.id);
    }
  }

  test("a call that was released before it is not put to people where that one denies it", async () => {
    await put();
    const [free, held] = [await ask(reader), await ask(writer)];
    expect(await approve(operator, held.id)).toBe("running");
    await database.admin`update agents.tool_invocations set claimable_at = now() where id = ${held.id}`;
    await put(ofAgent({}, { deny: [reader.name, writer.name] }));
    const taken = await claimAll();
    for (const { id } of [free, held]) {
      expect(taken).not.toContain(id);
      expect(await shown(id)).toMatchObject({ status: "cancelled", error: "access_refused" });
    }
  });

  test("a call that was released before it takes as many people as that one asks for", async () => {
    await put();
    const [free, held] = [await ask(reader), await ask(writer)];
    expect(await approve(operator, held.id)).toBe("running");
    await database.admin`update agents.tool_invocations set claimable_at = now() where id = ${held.id}`;
    await put(ofAgent({ rules: [reader, writer].map(({ name }) => ({ tool: name, people: 2, reason: "two of us" })) }));
    await claimAll();
    for (const { id } of [free, held]) {
      expect(await shown(id)).toMatchObject({ status: "pending", required: 2 });
      expect(await rulesOf(id)).toContain("profile.tool");
      expect(await approve(operator, id)).toBe("pending");
    }
  });

  test("a call whose worker was lost is not run again where that one denies it", async () => {
    await put();
    const again = await pinTool(database.admin, contractOf({ idempotent: true }));
    const call = await ask(again);
    expect(await claimAll()).toContain(call.id);
    await put(ofAgent({}, { deny: [again.name] }));
    await database.admin`update agents.tool_invocations set lease_expires_at = now() - interval '1 day' where id = ${call.id}`;
    const id = await registerWorker(worker);
    const [row] = await worker<{ claim: unknown }[]>`select agents.fn_reclaim_lost_invocation(${id}, 60) as claim`;
    expect(row?.claim).toEqual({ setAside: call.id });
    expect(await shown(call.id)).toMatchObject({ status: "unknown" });
  });

  test("housekeeping waits for an agent's turn before it holds anything that an ask of that agent waits for", async () => {
    await put();
    const others = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(writer)));
    agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
    const counted = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(writer)));
    await put(ofAgent({ budgets: [{ calls: 100, per: "day" }] }));
    const lanes = await database.admin<{ id: string; lane: number }[]>`
      select i.id, audit.lane_of('invocation:' || i.id) as lane from agents.tool_invocations i
      where i.id = any (${[...others, ...counted].map(({ id }) => id)}::uuid[]) order by 2, 1`;
    const [first] = lanes;
    if (!first) throw new Error("nothing waits");
    // As an ask of the counted agent does: its turn, then its lane; here one that housekeeping comes to first.
    let swept: Promise<unknown> = Promise.resolve();
    await database.admin.begin(async (sql) => {
      await sql`select airlock.take_turns(${agent.id}, null, null)`;
      swept = sweep().then(() => "swept");
      await vi.waitFor(async () => {
        const waiting = await database.admin`select from pg_locks where locktype = 'advisory' and not granted`;
        expect(waiting.length).toBeGreaterThan(0);
      });
      await sql`select audit.append('system', 'test.noted', 'invocation:' || ${first.id}::text, '{}')`;
    });
    expect(await swept).toBe("swept");
    for (const { id } of counted) expect(await shown(id)).toMatchObject({ revision: 2 });
  });

  test("no statement takes a class below its floor, not even the owner's", async () => {
    const lower = (statement: string) =>
      database.admin.unsafe(statement).catch((error: { code: string }) => error.code);
    expect(await lower("update agents.safety_classes set people = 1 where name = 'privileged'")).toBe("23514");
    expect(await lower("update agents.safety_classes set people = 0 where name = 'financial'")).toBe("23514");
    expect(await lower("update agents.safety_classes set voters = '{admin}'")).toBe("23514");
    expect(await lower("update agents.egress_classes set people = 0 where name = 'write'")).toBe("23514");
    expect(await lower("delete from agents.egress_classes")).toMatch(/^AL|^42/);
  });
});

test("whoever owns an agent does not put in force what changes its entry", async () => {
  const owner = await makePerson(database.admin, "reviewer");
  const writing = await makePerson(database.admin, "admin");
  const own = await makeAgent(database.admin, owner.id);
  const base = await put();
  const entry = { profiles: [], allow: [], deny: [reader.name], enforce_tool_policies: true };
  const document = { ...POLICY_AS_SHIPPED, agents: { [own.name]: entry } };
  const [proposed] = await web<{ approval: string }[]>`
    select agents.fn_propose_policy(${writing.session}, ${web.json(document)}, 'why', ${base}) ->> 'approval' as approval`;
  const [made] = await web<{ id: string; digest: string }[]>`
    select id, digest from agents.approvals where id = ${proposed?.approval ?? ""}`;
  const decide = (person: TestPerson) => web`
    select agents.fn_decide_review(${person.session}, ${made?.id ?? ""}, ${made?.digest ?? ""}, 'approve', 'yes') ->> 'status' as status`;
  await expect(decide(owner)).rejects.toMatchObject({ code: "AL006" });
  expect(await decide(reviewer)).toEqual([{ status: "approved" }]);
});

test("a lost call is run again as often as its class says, after the pause that it says, and then a person decides", async () => {
  const { safety, egress } = POLICY_AS_SHIPPED.classes;
  await put({ classes: { egress, safety: { ...safety, read: { ...safety.read, attempts: 2, backoff_seconds: 60 } } } });
  const again = await pinTool(database.admin, contractOf({ idempotent: true }));
  const call = await ask(again);
  const id = await registerWorker(worker);
  const claim = async (): Promise<{ id?: string } | null> =>
    (await worker<{ claim: { id?: string } | null }[]>`select agents.fn_claim_tool_invocation(${id}, 60) as claim`)[0]
      ?.claim ?? null;
  for (let taken = await claim(); taken?.id !== call.id; taken = await claim())
    if (!taken) throw new Error("it is not there");
  const reclaim = async () =>
    (await worker<{ claim: unknown }[]>`select agents.fn_reclaim_lost_invocation(${id}, 60) as claim`)[0]?.claim ??
    null;
  const lose = (ago: string) =>
    database.admin`update agents.tool_invocations set lease_expires_at = now() - ${ago}::interval where id = ${call.id}`;
  await lose("30 seconds");
  expect(await reclaim(), "its pause is not over").toBeNull();
  await lose("61 seconds");
  expect(await reclaim()).toMatchObject({ id: call.id, fence: 2 });
  await lose("1 second");
  expect(await reclaim()).toEqual({ setAside: call.id });
  expect(await shown(call.id)).toMatchObject({ status: "unknown" });
});
