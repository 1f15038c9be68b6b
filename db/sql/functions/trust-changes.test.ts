import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { didWork, levelsOf, putTrust } from "#db/testing/trust-fixtures.ts";
import { listTrustHistory } from "#lib/trust/queries/list-trust-history.ts";

let database: TestDatabase;
let web: Sql;
let owner: TestPerson;
let eva: TestPerson;
let sam: TestPerson;
let ada: TestPerson;
let operator: TestPerson;
let version: string;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  owner = await makePerson(database.admin, "reviewer");
  eva = await makePerson(database.admin, "reviewer");
  sam = await makePerson(database.admin, "reviewer");
  ada = await makePerson(database.admin, "admin");
  operator = await makePerson(database.admin, "operator");
  version = (await pinTool(database.admin, contractOf())).versionId;
  for (const category of ["web", "database", "terminal", "deployment"] as const)
    await pinTool(database.admin, contractOf({ category }));
  await database.admin`update agents.settings set value = 0, least = 0 where name = 'step_up'`;
  await putTrust(database.admin, {
    strategy: "per_category",
    initial_levels: { web: "standard", file_system: "restricted" },
  });
});
afterAll(async () => {
  await database.drop();
});

const set = (person: TestPerson, agent: TestAgent, level: string, category = "all") => web<
  { answer: { status: string; change: string } }[]
>`
  select agents.fn_set_trust(${person.session}, ${agent.id}, ${category}, ${level}, 'Because.') as answer`;
const incident = (person: TestPerson, agent: TestAgent, severity: string, category = "all") => web`
  select agents.fn_report_incident(${person.session}, ${agent.id}, ${category}, ${severity}, 'It happened.')`;
async function earning(level: "restricted" | "standard" | "elevated" = "elevated"): Promise<TestAgent> {
  const agent = await makeAgent(database.admin, owner.id, level);
  await database.admin`select airlock.begin_trust(${agent.id})`;
  return agent;
}
async function approve(person: TestPerson, change: string) {
  const [review] = await database.admin<{ id: string; digest: string }[]>`
    select id, digest from agents.approvals where subject_id = ${change} and status = 'pending'`;
  return web`select agents.fn_decide_review(${person.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'approve', 'Yes.')`;
}
const declaredOf = async (agent: TestAgent) => {
  const [row] = await database.admin<
    { level: string }[]
  >`select access_level as level from agents.agents where id = ${agent.id}`;
  return row?.level;
};

/** The level an agent acts at in every category, and with an action that belongs to none. */
async function actsIn(agent: TestAgent): Promise<Record<string, string>> {
  const rows = await database.admin<{ category: string; level: string }[]>`
    select distinct c.category, c.acts_at as level from airlock.call_terms c where c.agent_id = ${agent.id}
    union all select 'org', (airlock.action_terms(${agent.id}, 'org:hire')).acts_at`;
  return Object.fromEntries(rows.map(({ category, level }) => [category, level]));
}
const stateOf = async (change: string) => {
  const [row] = await database.admin<{ state: string }[]>`select state from agents.trust_changes where id = ${change}`;
  return row?.state;
};

describe("a step past the declared level", () => {
  test("is a question to another person, and the ceiling rises with the yes and not before", async () => {
    const agent = await makeAgent(database.admin, owner.id, "restricted");
    const [asked] = await set(eva, agent, "standard");
    expect(asked?.answer.status).toBe("proposed");
    expect([await declaredOf(agent), await levelsOf(database.admin, agent.id)]).toEqual(["restricted", {}]);
    await expect(approve(eva, asked?.answer.change ?? "")).rejects.toMatchObject({ code: "AL006" });
    await expect(approve(owner, asked?.answer.change ?? "")).rejects.toMatchObject({ code: "AL006" });
    await approve(sam, asked?.answer.change ?? "");
    expect([await declaredOf(agent), await levelsOf(database.admin, agent.id)]).toEqual([
      "standard",
      { all: "standard" },
    ]);
    const [entry] = await listTrustHistory(web, agent.id);
    const [names] = await database.admin`
      select (select name from agents.people where id = ${eva.id}) as person, (select name from agents.people where id = ${sam.id}) as "decidedBy"`;
    expect(entry, "who asked and who said yes").toMatchObject({ ...names });
  });

  test("changes what the agent acts at in that category alone, though the ceiling is everybody's", async () => {
    const agent = await makeAgent(database.admin, owner.id, "standard");
    const before = await actsIn(agent);
    const [asked] = await set(eva, agent, "elevated", "web");
    const [waits] = await set(eva, agent, "elevated", "database");
    await approve(sam, asked?.answer.change ?? "");
    expect(await declaredOf(agent)).toBe("elevated");
    expect(await actsIn(agent)).toEqual({ ...before, web: "elevated" });
    expect(await stateOf(waits?.answer.change ?? ""), "asked from a level it had by the old ceiling").toBe("expired");
    const [again] = await set(eva, agent, "elevated", "database");
    await approve(sam, again?.answer.change ?? "");
    expect(await actsIn(agent)).toEqual({ ...before, web: "elevated", database: "elevated" });
  });

  test("leaves scopes alone that are held lower anyway", async () => {
    const agent = await makeAgent(database.admin, owner.id, "restricted");
    await set(eva, agent, "sandboxed", "terminal");
    const before = await actsIn(agent);
    const [asked] = await set(eva, agent, "standard", "web");
    await approve(sam, asked?.answer.change ?? "");
    expect(await actsIn(agent)).toEqual({ ...before, web: "standard" });
    expect(await levelsOf(database.admin, agent.id)).toMatchObject({ terminal: "sandboxed", database: "restricted" });
  });

  test("is not asked for by an agent that starts above its ceiling: it starts under it", async () => {
    const agent = await earning("restricted");
    expect(await levelsOf(database.admin, agent.id)).toMatchObject({ web: "restricted", file_system: "restricted" });
  });

  test("is taken one level at a time, from where the agent acts", async () => {
    const agent = await makeAgent(database.admin, owner.id, "sandboxed");
    await expect(set(eva, agent, "standard")).rejects.toMatchObject({ code: "AL031" });
  });

  test("is not granted in a category once everything was lowered", async () => {
    const agent = await makeAgent(database.admin, owner.id, "standard");
    const [asked] = await set(eva, agent, "elevated", "web");
    await set(sam, agent, "sandboxed");
    expect([await stateOf(asked?.answer.change ?? ""), await declaredOf(agent)]).toEqual(["expired", "standard"]);
  });

  test("is not taken by a statement, whoever makes it", async () => {
    const agent = await makeAgent(database.admin, owner.id, "restricted");
    await expect(
      database.admin`update agents.agents set access_level = 'standard' where id = ${agent.id}`,
    ).rejects.toMatchObject({ code: "AL035" });
    await database.admin`update agents.agents set access_level = 'sandboxed' where id = ${agent.id}`;
  });
});

describe("people", () => {
  test("promote up to standard at once; an operator and the owner do not", async () => {
    const agent = await earning();
    await expect(set(operator, agent, "restricted", "database")).rejects.toMatchObject({ code: "AL005" });
    await expect(set(owner, agent, "restricted", "database")).rejects.toMatchObject({ code: "AL006" });
    expect((await set(ada, agent, "restricted", "database"))[0]?.answer.status).toBe("applied");
    expect(await levelsOf(database.admin, agent.id)).toMatchObject({ database: "restricted", web: "standard" });
  });

  test("stop an agent from rising; its owner may stop it, and never let it go on", async () => {
    const agent = await earning();
    const freeze = (person: TestPerson, frozen: boolean) =>
      web`select agents.fn_freeze_trust(${person.session}, ${agent.id}, 'web', ${frozen}, 'Under review.')`;
    await freeze(owner, true);
    await expect(freeze(eva, true)).rejects.toMatchObject({ code: "AL030" });
    await expect(freeze(owner, false)).rejects.toMatchObject({ code: "AL006" });
    await freeze(eva, false);
  });

  test("judge work that was done, once each, never their own agent's, and it counts as a verdict", async () => {
    const agent = await earning();
    const judge = (person: TestPerson, task: string) =>
      web`select agents.fn_give_feedback(${person.session}, ${agent.id}, ${task}, null, 8.5, 3, null) as answer`;
    await expect(judge(eva, "nothing")).rejects.toMatchObject({ code: "AL028" });
    await expect(judge(owner, "nothing")).rejects.toMatchObject({ code: "AL006" });
  });
});

describe("incidents", () => {
  test("a critical one takes every level at once, and a step up that waits ends", async () => {
    const agent = await earning();
    const [asked] = await set(eva, agent, "elevated", "web");
    expect(asked?.answer.status).toBe("proposed");
    await incident(owner, agent, "critical");
    expect(new Set(Object.values(await levelsOf(database.admin, agent.id)))).toEqual(new Set(["sandboxed"]));
    const [change] =
      await database.admin`select state from agents.trust_changes where id = ${asked?.answer.change ?? ""}`;
    expect(change).toEqual({ state: "expired" });
  });

  test("the third minor one in a category takes one level there, and the count begins anew", async () => {
    const agent = await earning();
    for (let n = 0; n < 2; n += 1) await incident(eva, agent, "minor", "web");
    expect(await levelsOf(database.admin, agent.id)).toMatchObject({ web: "standard" });
    await incident(eva, agent, "minor", "web");
    expect(await levelsOf(database.admin, agent.id)).toMatchObject({ web: "restricted", file_system: "restricted" });
    for (let n = 0; n < 2; n += 1) await incident(eva, agent, "minor", "web");
    expect(await levelsOf(database.admin, agent.id)).toMatchObject({ web: "restricted" });
    await incident(eva, agent, "minor", "web");
    expect(await levelsOf(database.admin, agent.id)).toMatchObject({ web: "sandboxed" });
  });

  test("a critical one holds an agent at the lowest level that was not put where the strategy starts yet", async () => {
    const agent = await makeAgent(database.admin, owner.id, "elevated");
    await set(eva, agent, "restricted", "database");
    await incident(eva, agent, "critical");
    await database.admin`select airlock.begin_trust(${agent.id})`;
    const levels = await levelsOf(database.admin, agent.id);
    expect([Object.keys(levels).length, new Set(Object.values(levels))]).toEqual([12, new Set(["sandboxed"])]);
  });

  test("what was done before a step down is told apart from what came after it, on the same day", async () => {
    const agent = await earning();
    await didWork(database.admin, agent.id, version, { ago: "1 minute" });
    await set(eva, agent, "sandboxed", "file_system");
    const [row] = await database.admin`
      select airlock.stretch_of(${agent.id}, 'file_system', now()) > (select max(stretch) from agents.trust_tallies where agent_id = ${agent.id}) as later,
        airlock.stretch_of(${agent.id}, 'web', now()) = date_trunc('day', now(), 'UTC') as whole`;
    expect(row).toEqual({ later: true, whole: true });
  });
});

test("a policy that is refused in the pages is refused by the database too", async () => {
  const flaw = async (section: unknown) =>
    (
      await database.admin<
        { flaw: string | null }[]
      >`select airlock.flaw_of_trust('trust', ${database.admin.json(section as never)}) as flaw`
    )[0]?.flaw;
  expect(await flaw({ strategy: "weighted" })).toBeNull();
  expect(
    await flaw({
      strategy: "milestone",
      milestones: { restricted_to_standard: { auto_promote: true, tasks_completed: 3 } },
    }),
  ).toBeNull();
  for (const bad of [
    {},
    { strategy: "best" },
    { strategy: "weighted", initial_level: "elevated" },
    { strategy: "weighted", milestones: {} },
    {
      strategy: "weighted",
      promotion_thresholds: { standard_to_elevated: { score: 0.1, requires_human_approval: false } },
    },
    { strategy: "weighted", promotion_thresholds: { sandboxed_to_elevated: 0.1 } },
    { strategy: "per_category", initial_levels: { gut: "standard" } },
    { strategy: "per_category", initial_levels: { web: "elevated" } },
    {
      strategy: "per_category",
      promotion_criteria: { deployment: { sandboxed_to_restricted: { auto_promote: true } } },
    },
    { strategy: "per_category", promotion_criteria: { web: { sandboxed_to_restricted: { tasks_completed: "1" } } } },
    { strategy: "per_category", promotion_criteria: { web: "easy" } },
    { strategy: "milestone", milestones: { standard_to_elevated: { auto_promote: true } } },
    { strategy: "milestone", re_verification: { enabled: "no" } },
  ])
    expect([bad, await flaw(bad)]).toEqual([bad, expect.any(String)]);
});
