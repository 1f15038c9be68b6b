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
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { didWork, elapse, levelsOf, look, putTrust } from "#db/testing/trust-fixtures.ts";
import { example } from "./trust.fixture.ts";

/** From what happened to the level that the next call is decided at, in a real database. */
let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let worker: Sql;
let housekeeper: Sql;
let admin: TestPerson;
let owner: TestPerson;
let eva: TestPerson;
let tool: TestTool;
let workerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  [web, gateway, worker, housekeeper] = [
    database.as("web", 4),
    database.as("gateway"),
    database.as("worker"),
    database.as("housekeeper", 4),
  ];
  admin = await makePerson(database.admin, "admin");
  owner = await makePerson(database.admin, "reviewer");
  eva = await makePerson(database.admin, "reviewer");
  tool = await pinTool(database.admin, contractOf());
  workerId = await registerWorker(worker);
});
beforeEach(() => putTrust(database.admin, example("weighted")));
afterAll(async () => {
  await database.drop();
});

/** Events are read below the oldest open transaction of the server, and other tests have theirs open. */
const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

async function hire(level: string | null = null): Promise<string> {
  const [row] = await web<{ id: string }[]>`
    select agents.fn_create_agent(${admin.session}, ${`a${randomUUID().slice(0, 8)}`}, '', ${owner.id}, ${level}) as id`;
  return row?.id ?? "";
}

async function invoke(agent: TestAgent, status: "completed" | "failed" = "completed") {
  await gateway`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ n: randomUUID() })}, ${tool.definitionHash}, '[]', 'a call')`;
  const [taken] = await worker<
    { call: { id: string; fence: number } }[]
  >`select agents.fn_claim_tool_invocation(${workerId}, 30) as call`;
  if (!taken?.call?.id) throw new Error("nothing was released");
  await worker`select agents.fn_complete_tool_invocation(${workerId}, ${taken.call.id}, ${taken.call.fence}, ${status}, null, '{}', '[]', '{}',
    ${status === "failed" ? "tool_failed" : null})`;
}

const actsAt = async (agentId: string) => {
  const [row] = await database.admin<{ at: string }[]>`
    select acts_at as at from airlock.call_terms where agent_id = ${agentId} and tool_name = ${tool.name}`;
  return row?.at;
};
const changesOf = (agentId: string) => database.admin`
  select category, from_level, to_level, state, kind from agents.trust_changes where agent_id = ${agentId} order by id`;

describe("an agent that is hired where trust is earned", () => {
  test("has elevated for a ceiling, starts where the strategy says, and acts there from its first call on", async () => {
    const agent = await hire();
    expect(await levelsOf(database.admin, agent)).toEqual({ all: "sandboxed" });
    expect(await actsAt(agent)).toBe("sandboxed");
    const [row] = await database.admin`select access_level from agents.agents where id = ${agent}`;
    expect(row).toEqual({ access_level: "elevated" });
  });

  test("where nothing is earned, no agent is hired as elevated", async () => {
    await putTrust(database.admin, example("disabled"));
    await expect(hire("elevated")).rejects.toMatchObject({ code: "AL005" });
    const agent = await hire();
    expect([await actsAt(agent), await levelsOf(database.admin, agent)]).toEqual(["standard", {}]);
  });
});

describe("evidence", () => {
  test("is gathered from calls once, however many gather", async () => {
    const agent = await makeAgent(database.admin, owner.id);
    for (let n = 0; n < 3; n += 1) await invoke(agent);
    await invoke(agent, "failed");
    await eventually(async () => {
      await Promise.all([look(housekeeper), look(housekeeper), look(housekeeper)]);
      const rows = await database.admin`
        select category, difficulty, completed, failed, denied from agents.trust_tallies where agent_id = ${agent.id}`;
      expect(rows).toEqual([{ category: "file_system", difficulty: 1, completed: 3, failed: 1, denied: 0 }]);
    });
  });

  test("of a denial by policy is gathered; one by the kill switch is nobody's fault", async () => {
    const agent = await makeAgent(database.admin, owner.id, "sandboxed");
    const far = await pinTool(database.admin, contractOf({ category: "deployment", actionType: "deploy:staging" }));
    await gateway`select agents.fn_invoke_tool(${agent.key}, ${far.name}, '{}', ${far.definitionHash}, '[]', 'a call')`;
    await web`select agents.fn_throw_kill_switch(${eva.session}, 'agent', ${agent.id}, 'test')`;
    await gateway`select agents.fn_invoke_tool(${agent.key}, ${far.name}, '{"n":1}', ${far.definitionHash}, '[]', 'a call')`;
    await eventually(async () => {
      await look(housekeeper);
      const rows = await database.admin`select category, denied from agents.trust_tallies where agent_id = ${agent.id}`;
      expect(rows).toEqual([{ category: "deployment", denied: 1 }]);
    });
  });
});

describe("an evaluation", () => {
  test("raises a level at a time and once a day, asks for elevated, and the next call is decided by it", async () => {
    const agent = await hire();
    await didWork(database.admin, agent, tool.versionId);
    await look(housekeeper);
    expect(await actsAt(agent)).toBe("sandboxed");
    for (const level of ["restricted", "standard"]) {
      await elapse(database.admin, agent, "25 hours");
      await look(housekeeper);
      await look(housekeeper);
      expect(await actsAt(agent)).toBe(level);
    }
    await didWork(database.admin, agent, tool.versionId, { completed: 400, approved: 80 });
    await elapse(database.admin, agent, "25 hours");
    await Promise.all([look(housekeeper), look(housekeeper)]);
    expect(await actsAt(agent)).toBe("standard");
    expect(await changesOf(agent)).toEqual([
      { category: "all", from_level: null, to_level: "sandboxed", state: "applied", kind: "start" },
      { category: "all", from_level: "sandboxed", to_level: "restricted", state: "applied", kind: "earned" },
      { category: "all", from_level: "restricted", to_level: "standard", state: "applied", kind: "earned" },
      { category: "all", from_level: "standard", to_level: "elevated", state: "proposed", kind: "earned" },
    ]);
    const [review] = await database.admin<{ id: string; digest: string }[]>`
      select a.id, a.digest from agents.approvals a join agents.trust_changes c on c.id = a.subject_id
      where c.agent_id = ${agent} and a.status = 'pending'`;
    await database.admin`update agents.settings set value = 0, least = 0 where name = 'step_up'`;
    const decide = (person: TestPerson) => web`
      select agents.fn_decide_review(${person.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'approve', 'Looked at it.')`;
    await expect(decide(owner)).rejects.toMatchObject({ code: "AL006" });
    await decide(eva);
    expect(await actsAt(agent)).toBe("elevated");
  });

  test("lowers by errors in the same turn, and says so in the log", async () => {
    const agent = await hire();
    await web`select agents.fn_set_trust(${eva.session}, ${agent}, 'all', 'restricted', 'Known from before.')`;
    await didWork(database.admin, agent, tool.versionId, { completed: 10, failed: 20, approved: 0 });
    await look(housekeeper);
    expect(await actsAt(agent)).toBe("sandboxed");
    const [entry] = await database.admin<{ body: string }[]>`
      select body from audit.events where subject = ${`agent:${agent}`} and action = 'trust.moved' order by seq desc limit 1`;
    expect(JSON.parse(entry?.body ?? "")).toMatchObject({
      steps: [{ kind: "error_rate", from: "restricted", to: "sandboxed" }],
    });
  });

  test("of an agent that was there before puts it where the strategy starts", async () => {
    const agent = await makeAgent(database.admin, owner.id, "standard");
    await putTrust(database.admin, { ...example("weighted"), initial_level: "restricted" });
    await look(housekeeper);
    expect([await levelsOf(database.admin, agent.id), await actsAt(agent.id)]).toEqual([
      { all: "restricted" },
      "restricted",
    ]);
  });

  test("goes by the database's clock: a housekeeper that is a year ahead or behind moves nobody", async () => {
    const agent = await hire();
    await web`select agents.fn_set_trust(${eva.session}, ${agent}, 'all', 'restricted', 'Known from before.')`;
    await didWork(database.admin, agent, tool.versionId);
    for (const years of [1, -1]) {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + years * 365 * 86_400_000 });
      await look(housekeeper).finally(() => vi.useRealTimers());
      expect(await actsAt(agent)).toBe("restricted");
      await database.admin`select airlock.note_evidence(array[${agent}::uuid])`;
    }
    await elapse(database.admin, agent, "40 days");
    await look(housekeeper);
    expect(await actsAt(agent), "control: forty days of its own are idle").toBe("sandboxed");
  });

  test("goes on for everybody else, however much people wrote about one agent", async () => {
    await putTrust(database.admin, { strategy: "per_category" });
    const [talked, other] = [await hire(), await hire()];
    for (const category of Object.keys(await levelsOf(database.admin, talked)))
      await web`select agents.fn_freeze_trust(${owner.session}, ${talked}, ${category}, true, ${"é".repeat(2000)})`;
    await didWork(database.admin, other, tool.versionId);
    await elapse(database.admin, other, "25 hours");
    await look(housekeeper);
    expect(await levelsOf(database.admin, other)).toMatchObject({ file_system: "restricted" });
  });

  test("costs nothing where nothing is new", async () => {
    await eventually(async () =>
      expect(await look(housekeeper)).toEqual({ events: 0, agents: 0, moved: 0, more: false }),
    );
  });

  test("of a new tool version counts what was done on it, not on the old one", async () => {
    const contract = contractOf();
    const first = await pinTool(database.admin, contract);
    const agent = await hire();
    await didWork(database.admin, agent, first.versionId);
    await pinTool(database.admin, { ...contract, description: "Other words." });
    await elapse(database.admin, agent, "25 hours");
    await look(housekeeper);
    expect(await actsAt(agent)).toBe("sandboxed");
    const [row] = await database.admin<{ standing: { tracks: { note: string }[] } }[]>`
      select standing from agents.trust_standings where agent_id = ${agent}`;
    expect(row?.standing.tracks[0]?.note).toContain("40 calls on the old one no longer count");
  });
});

describe("an evaluator that lies", () => {
  const record = (agent: string, moves: unknown[]) => housekeeper`
    select agents.fn_record_trust(${housekeeper.json([{ agent, seen: 1, standing: {}, moves, verified: [] }] as never)}) as steps`;
  const up = (from: string, to: string, category = "all") => ({
    category,
    from,
    to,
    kind: "earned",
    reason: "Because.",
  });

  test.each([
    ["without evidence", 0, "25 hours", up("sandboxed", "restricted")],
    ["within a day", 40, "1 hour", up("sandboxed", "restricted")],
    ["by two levels", 40, "25 hours", up("sandboxed", "standard")],
    ["from where the agent is not", 40, "25 hours", up("restricted", "standard")],
    ["in a scope the strategy does not know", 40, "25 hours", up("sandboxed", "restricted", "web")],
  ])("does not raise %s", async (_case, completed, passed, move) => {
    const agent = await hire();
    if (completed > 0) await didWork(database.admin, agent, tool.versionId, { completed });
    await elapse(database.admin, agent, passed);
    expect((await record(agent, [move]))[0]).toEqual({ steps: [] });
    expect(await actsAt(agent)).toBe("sandboxed");
  });

  test("does not raise to standard by easy calls, however many; control: by sixteen harder ones it does", async () => {
    const agent = await hire();
    await web`select agents.fn_set_trust(${eva.session}, ${agent}, 'all', 'restricted', 'Known from before.')`;
    await didWork(database.admin, agent, tool.versionId, { completed: 1000, difficulty: 1 });
    await elapse(database.admin, agent, "25 hours");
    await record(agent, [up("restricted", "standard")]);
    expect(await actsAt(agent)).toBe("restricted");
    await didWork(database.admin, agent, tool.versionId, { completed: 16, difficulty: 2 });
    await record(agent, [up("restricted", "standard")]);
    expect(await actsAt(agent)).toBe("standard");
  });

  test("does not raise by calls that failed, however many", async () => {
    const agent = await hire();
    await didWork(database.admin, agent, tool.versionId, { completed: 15, failed: 100 });
    await elapse(database.admin, agent, "25 hours");
    await record(agent, [up("sandboxed", "restricted")]);
    expect(await actsAt(agent)).toBe("sandboxed");
  });

  test("control: with evidence and a day it does", async () => {
    const agent = await hire();
    await didWork(database.admin, agent, tool.versionId);
    await elapse(database.admin, agent, "25 hours");
    await record(agent, [up("sandboxed", "restricted")]);
    expect(await actsAt(agent)).toBe("restricted");
  });

  test("does not raise what a person stopped, nor in deployment, nor to elevated", async () => {
    await putTrust(database.admin, { strategy: "per_category", initial_levels: { file_system: "standard" } });
    const agent = await hire();
    for (const category of ["deployment", "file_system"])
      await didWork(database.admin, agent, tool.versionId, { category });
    await elapse(database.admin, agent, "25 hours");
    await record(agent, [up("sandboxed", "restricted", "deployment"), up("standard", "elevated", "file_system")]);
    expect(await levelsOf(database.admin, agent)).toMatchObject({ deployment: "sandboxed", file_system: "standard" });
    const proposed = (await changesOf(agent)).filter(({ state }) => state === "proposed");
    expect(proposed.map(({ category, to_level }) => [category, to_level])).toEqual([
      ["deployment", "restricted"],
      ["file_system", "elevated"],
    ]);
    await web`select agents.fn_freeze_trust(${eva.session}, ${agent}, 'web', true, 'Under review.')`;
    await didWork(database.admin, agent, tool.versionId, { category: "web" });
    await record(agent, [up("sandboxed", "restricted", "web")]);
    expect(await levelsOf(database.admin, agent)).toMatchObject({ web: "sandboxed" });
  });

  const verifiedAt = async (agent: string) => {
    const [row] = await database.admin<{ at: Date }[]>`
      select verified_at as at from agents.agent_trust where agent_id = ${agent} and category = 'all'`;
    return row?.at.getTime() ?? expect.fail("no track");
  };

  test("does not put off that a level is shown anew: not before it is due, and not without calls", async () => {
    const agent = await hire();
    await web`select agents.fn_set_trust(${eva.session}, ${agent}, 'all', 'restricted', 'Known from before.')`;
    const verify = () => housekeeper`
      select agents.fn_record_trust(${housekeeper.json([{ agent, seen: 1, standing: {}, moves: [], verified: ["all"] }] as never)})`;
    await elapse(database.admin, agent, "80 days");
    await didWork(database.admin, agent, tool.versionId);
    const before = await verifiedAt(agent);
    await verify();
    expect(await verifiedAt(agent), "it is not due").toBe(before);
    await elapse(database.admin, agent, "91 days");
    const due = await verifiedAt(agent);
    await verify();
    expect(await verifiedAt(agent), "what it did is too long ago").toBe(due);
    await didWork(database.admin, agent, tool.versionId);
    await verify();
    expect(await verifiedAt(agent), "the control: due, and with calls").toBeGreaterThan(due);
  });

  test("does not put off the next look by more than a day", async () => {
    const agent = await hire();
    const found = { agent, seen: 1, standing: {}, moves: [], verified: [] };
    const again = async (lookAgainAt: number | null) => {
      await housekeeper`select agents.fn_record_trust(${housekeeper.json([{ ...found, lookAgainAt }] as never)})`;
      const [row] = await database.admin<{ within: boolean }[]>`
        select look_again_at <= now() + interval '1 day' as within from agents.trust_standings where agent_id = ${agent}`;
      return row?.within;
    };
    await look(housekeeper);
    expect([await again(253_402_300_799_000), await again(null)]).toEqual([true, true]);
  });
});
