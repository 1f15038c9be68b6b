import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
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
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { levelsOf, look, putTrust } from "#db/testing/trust-fixtures.ts";

/** Ways to more trust than was earned, or past a step down. Each is tried once more with its one defence taken out. */
interface House {
  readonly database: TestDatabase;
  readonly web: Sql;
  readonly gateway: Sql;
  readonly worker: Sql;
  readonly owner: TestPerson;
  readonly eva: TestPerson;
  readonly sam: TestPerson;
  readonly operator: TestPerson;
  readonly reading: TestTool;
  readonly reaching: TestTool;
  readonly measuring: TestTool;
  readonly workerId: string;
}

let sound: House;
let open: House;

beforeAll(async () => {
  [sound, open] = await Promise.all([furnish(), furnish()]);
  const { admin } = open.database;
  await takeOut(
    admin,
    "airlock.difficulty_of",
    "least(airlock.rank_of(p_tier), airlock.rank_of(airlock.tier_of(p_risk, p_safety_class, false)))",
    "airlock.rank_of(p_tier)",
  );
  await takeOut(admin, "airlock.count_report", "(c ->> 'doneAt')::timestamptz", "now()");
  await takeOut(admin, "agents.fn_give_feedback", ">= 10", ">= 1000");
  await takeOut(admin, "airlock.is_trusted_less", "if not exists", "if true or not exists");
  await takeOut(
    admin,
    "airlock.act_on_incident",
    "if p_report.severity = 'critical' then\n    perform airlock.drop",
    "if false then\n    perform airlock.drop",
  );
});
afterAll(async () => {
  await Promise.all([sound.database.drop(), open.database.drop()]);
});

async function furnish(): Promise<House> {
  const database = await createTestDatabase();
  const { admin } = database;
  const [web, gateway, worker] = [database.as("web", 8), database.as("gateway"), database.as("worker")];
  await admin`update agents.settings set value = 0, least = 0 where name in ('step_up', 'reading_seconds')`;
  await admin`update agents.settings set value = 0, least = 0 where name like 'release_seconds_%'`;
  await putTrust(admin, { strategy: "per_category", initial_levels: { web: "standard", file_system: "standard" } });
  const reaching = contractOf({
    ...{ category: "web", actionType: "web:fetch", policy: { network: { mode: "none" } } },
    idempotent: true,
  });
  return {
    ...{ database, web, gateway, worker },
    owner: await makePerson(admin, "reviewer"),
    eva: await makePerson(admin, "reviewer"),
    sam: await makePerson(admin, "admin"),
    operator: await makePerson(admin, "operator"),
    reading: await pinTool(admin, contractOf()),
    reaching: await pinTool(admin, reaching),
    measuring: await pinTool(admin, { ...reaching, name: `${reaching.name}_itself`, runtime: { kind: "external" } }),
    workerId: await registerWorker(worker),
  };
}

async function earning({ database, owner }: House): Promise<TestAgent> {
  const agent = await makeAgent(database.admin, owner.id, "elevated");
  await database.admin`select airlock.begin_trust(${agent.id})`;
  return agent;
}

async function ask({ gateway }: House, agent: TestAgent, tool: TestTool, checks: unknown[] = [], task?: string) {
  const [row] = await gateway<{ call: { id: string; status: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ n: randomUUID() })}, ${tool.definitionHash},
      ${gateway.json(checks as never)}, 'a call', p_task_id => ${task ?? null}) as call`;
  if (!row) throw new Error("no answer");
  return row.call;
}

async function claim({ worker, workerId }: House) {
  const [row] = await worker<{ call: { id?: string; fence: number; setAside?: string } | null }[]>`
    select agents.fn_claim_tool_invocation(${workerId}, 30) as call`;
  return row?.call;
}

async function work(house: House, agent: TestAgent, tool: TestTool, checks: unknown[] = [], task?: string) {
  await ask(house, agent, tool, checks, task);
  const taken = await claim(house);
  if (!taken?.id) throw new Error("nothing was released");
  await house.worker`
    select agents.fn_complete_tool_invocation(${house.workerId}, ${taken.id}, ${taken.fence}, 'completed', null, '{}', '[]', '{}')`;
  return taken.id;
}

const set = (house: House, person: TestPerson, agent: TestAgent, level: string, category: string) =>
  house.web<
    { answer: { status: string; change: string } }[]
  >`select agents.fn_set_trust(${person.session}, ${agent.id}, ${category}, ${level}, 'Because.') as answer`;

const tallies = ({ database }: House, agent: TestAgent) => database.admin<
  {
    difficulty: number;
    completed: number;
    approved: number;
    rejected: number;
    judged_count: number;
    tasks_done: number;
    old: boolean;
  }[]
>`select t.difficulty, t.completed, t.approved, t.rejected, t.judged_count, t.tasks_done, t.stretch < coalesce(a.reset_at, '-infinity') as old
  from agents.trust_tallies t left join agents.agent_trust a on a.agent_id = t.agent_id and a.category = t.category
  where t.agent_id = ${agent.id} and t.category = 'file_system' order by t.stretch`;

describe("an agent that puts alarming letters into an easy call", () => {
  const alarm = [
    {
      rule: "argument.alarm",
      stage: "check",
      concluded: "pass",
      saw: "a lookalike",
      sentence: "It looks like another.",
    },
  ];
  const difficulty = async (house: House) => {
    const agent = await earning(house);
    await work(house, agent, house.reading, alarm);
    for (let n = 0; n < 100 && (await tallies(house, agent)).length === 0; n += 1)
      await look(house.database.as("housekeeper"));
    return (await tallies(house, agent))[0]?.difficulty;
  };

  test("has done an easy call", async () => expect(await difficulty(sound)).toBe(1));
  test("control: by the tier alone it would be a harder one", async () => expect(await difficulty(open)).toBe(2));
});

describe("an outcome that was held back until after a step down", () => {
  const report = async (house: House) => {
    const agent = await earning(house);
    await work(house, agent, house.reading, [], "kept-back");
    await set(house, house.eva, agent, "restricted", "file_system");
    await house.gateway`
      select agents.fn_report_task_outcome(${agent.key}, 'kept-back', ${house.gateway.json({ result: "completed", quality: 10 })})`;
    return (await tallies(house, agent)).filter(({ tasks_done }) => tasks_done > 0).map(({ old }) => old);
  };

  test("counts on the day the work was done, so it earns nothing now", async () =>
    expect(await report(sound)).toEqual([true]));
  test("control: counted when it is told, it would", async () => expect(await report(open)).toEqual([false]));
});

describe("one person's praise", () => {
  const stuff = async (house: House) => {
    const agent = await earning(house);
    for (let n = 0; n < 14; n += 1) {
      const id = await work(house, agent, house.reading);
      await house.web`select agents.fn_give_feedback(${house.eva.session}, ${agent.id}, null, ${id}, 10, 5, null)`;
    }
    const id = await work(house, agent, house.reading);
    await house.web`select agents.fn_give_feedback(${house.eva.session}, ${agent.id}, null, ${id}, 1, null, null)`;
    const rows = await tallies(house, agent);
    return [rows.reduce((sum, row) => sum + row.approved, 0), rows.reduce((sum, row) => sum + row.rejected, 0)];
  };

  test("counts ten times, and what they have against it always", async () =>
    expect(await stuff(sound)).toEqual([10, 1]));
  test("control: without a limit all of it counts", async () => expect(await stuff(open)).toEqual([14, 1]));
});

describe("a step down while a call is released and not yet taken", () => {
  const lower = async (house: House) => {
    const agent = await earning(house);
    const call = await ask(house, agent, house.reaching);
    expect(call.status).toBe("running");
    await set(house, house.eva, agent, "sandboxed", "web");
    const taken = await claim(house);
    const [row] = await house.database.admin<{ status: string; code: string | null }[]>`
      select status, error_code as code from agents.tool_invocations where id = ${call.id}`;
    return { taken: taken?.id === call.id, ...row };
  };

  test("stops it: nobody is given what the new level denies", async () =>
    expect(await lower(sound)).toEqual({ taken: false, status: "cancelled", code: "access_refused" }));
  test("control: not looked at again, it would run", async () =>
    expect(await lower(open)).toMatchObject({ taken: true }));

  test("leaves alone what the new level gives too", async () => {
    const agent = await earning(sound);
    const call = await ask(sound, agent, sound.reading);
    await set(sound, sound.eva, agent, "restricted", "file_system");
    expect(await claim(sound)).toMatchObject({ id: call.id, agent: { accessLevel: "restricted" } });
  });
});

describe("a step down that began before a call was asked for and was not there yet when that was decided", () => {
  const lower = async (house: House) => {
    const agent = await earning(house);
    const call = await house.web.begin(async (sql) => {
      await sql`select 1`;
      const asked = await ask(house, agent, house.reaching);
      await set({ ...house, web: sql as unknown as Sql }, house.eva, agent, "sandboxed", "web");
      return asked;
    });
    expect(call.status).toBe("running");
    return (await claim(house))?.id === call.id;
  };

  test("stops it too", async () => expect(await lower(sound)).toBe(false));
  test("control: not looked at again, it would run", async () => expect(await lower(open)).toBe(true));
});

describe("a step down while whoever ran a call that may run again is lost", () => {
  const lose = async ({ database }: House, id: string) => {
    await database.admin`update agents.tool_invocations set lease_expires_at = now() - interval '1 hour' where id = ${id}`;
  };
  const reclaim = async (house: House) => {
    const agent = await earning(house);
    const call = await ask(house, agent, house.reaching);
    expect(await claim(house)).toMatchObject({ id: call.id });
    await lose(house, call.id);
    await set(house, house.eva, agent, "sandboxed", "web");
    const [row] = await house.worker<{ call: { id?: string; setAside?: string } | null }[]>`
      select agents.fn_reclaim_lost_invocation(${house.workerId}, 30) as call`;
    return { again: row?.call?.id === call.id, aside: row?.call?.setAside === call.id };
  };
  const takeAgain = async (house: House) => {
    const agent = await earning(house);
    const call = await ask(house, agent, house.measuring);
    const read = async () => {
      const [row] = await house.gateway<{ view: { lease?: { fence: number } } }[]>`
        select agents.fn_invocation_status(${agent.key}, ${call.id}, ${randomUUID()}) as view`;
      return row?.view.lease?.fence;
    };
    expect(await read()).toBe(1);
    await lose(house, call.id);
    await set(house, house.eva, agent, "sandboxed", "web");
    return read();
  };

  test("leaves to a person what became of it: no dispatcher runs it again", async () =>
    expect(await reclaim(sound)).toEqual({ again: false, aside: true }));
  test("control: not looked at again, a dispatcher would", async () =>
    expect(await reclaim(open)).toEqual({ again: true, aside: false }));
  test("nor does the agent itself", async () => expect(await takeAgain(sound)).toBeUndefined());
  test("control: not looked at again, the agent would", async () => expect(await takeAgain(open)).toBe(2));
});

describe("a critical incident while a step up is being asked for", () => {
  const happen = async (house: House) => {
    const agent = await earning(house);
    const { admin } = house.database;
    // At the lowest level already, under a ceiling as low: there is nothing to take, and still something to end.
    await admin`update agents.agents set access_level = 'sandboxed' where id = ${agent.id}`;
    const [asked] = await set(house, house.eva, agent, "restricted", "database");
    await house.web`select agents.fn_report_incident(${house.eva.session}, ${agent.id}, 'all', 'critical', 'It happened.')`;
    const [row] = await admin<{ state: string }[]>`
      select state from agents.trust_changes where id = ${asked?.answer.change ?? ""}`;
    return row?.state;
  };

  test("ends it", async () => expect(await happen(sound)).toBe("expired"));
  test("control: otherwise it could still be granted", async () => expect(await happen(open)).toBe("proposed"));
});

describe("an owner", () => {
  test.each(["reviewer", "admin"] as const)(
    "who became %s still cannot raise their own agent, nor let it rise, nor judge it",
    async (role) => {
      const { database, web } = sound;
      const owner = await makePerson(database.admin, "operator");
      const agent = await makeAgent(database.admin, owner.id, "elevated");
      await database.admin`select airlock.begin_trust(${agent.id})`;
      await database.admin`update agents.people set role = ${role}, role_since = now() - interval '2 days' where id = ${owner.id}`;
      const own = { code: "AL006" };
      await expect(set(sound, owner, agent, "restricted", "database")).rejects.toMatchObject(own);
      await expect(set(sound, owner, agent, "elevated", "web")).rejects.toMatchObject(own);
      const [asked] = await set(sound, sound.eva, agent, "elevated", "web");
      await expect(decide(sound, owner, asked?.answer.change ?? "")).rejects.toMatchObject(own);
      await set(sound, owner, agent, "restricted", "web");
      await expect(set(sound, owner, agent, "standard", "web")).rejects.toMatchObject(own);
      await web`select agents.fn_freeze_trust(${owner.session}, ${agent.id}, 'web', true, 'Wait.')`;
      await expect(
        web`select agents.fn_freeze_trust(${owner.session}, ${agent.id}, 'web', false, 'Go on.')`,
      ).rejects.toMatchObject(own);
      const id = await work(sound, agent, sound.reading);
      await expect(
        web`select agents.fn_give_feedback(${owner.session}, ${agent.id}, null, ${id}, 10, null, null)`,
      ).rejects.toMatchObject(own);
    },
  );
});

describe("a promotion that would change nothing", () => {
  test("is refused, in a category that everything holds lower and in everything that each category does", async () => {
    const agent = await earning(sound);
    await set(sound, sound.eva, agent, "sandboxed", "all");
    await expect(set(sound, sound.sam, agent, "restricted", "database")).rejects.toMatchObject({ code: "AL030" });
    await set(sound, sound.eva, agent, "sandboxed", "web");
    await set(sound, sound.eva, agent, "sandboxed", "file_system");
    await expect(set(sound, sound.sam, agent, "restricted", "all")).rejects.toMatchObject({ code: "AL030" });
  });
});

describe("two people at once", () => {
  test("promote once: the second hears that it is done, and nobody skips a level", async () => {
    for (let n = 0; n < 20; n += 1) {
      const agent = await earning(sound);
      const answers = await Promise.allSettled([
        set(sound, sound.eva, agent, "restricted", "database"),
        set(sound, sound.sam, agent, "restricted", "database"),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await levelsOf(sound.database.admin, agent.id)).toMatchObject({ database: "restricted" });
    }
  });

  test("grant and take away: whoever comes last is what holds, and nothing is granted after it was taken", async () => {
    for (let n = 0; n < 40; n += 1) {
      const agent = await earning(sound);
      const { web: before } = await levelsOf(sound.database.admin, agent.id);
      const [asked] = await set(sound, sound.eva, agent, "elevated", "web");
      const [granted, taken] = await Promise.allSettled([
        decide(sound, sound.sam, asked?.answer.change ?? ""),
        set(sound, sound.eva, agent, "sandboxed", "web"),
      ]);
      for (const answer of [granted, taken])
        if (answer?.status === "rejected") expect(["AL011", "AL012", "AL028", "55P03"]).toContain(answer.reason.code);
      // By what each was told, not by the time on record: that is when a transaction began, and the later one may have begun first.
      const { web } = await levelsOf(sound.database.admin, agent.id);
      if (taken.status === "fulfilled") expect(web).toBe("sandboxed");
      else expect(web).toBe(granted.status === "fulfilled" ? "elevated" : before);
    }
  });
});

async function decide({ database, web }: House, person: TestPerson, change: string) {
  const [review] = await database.admin<{ id: string; digest: string }[]>`
    select id, digest from agents.approvals where subject_id = ${change} order by revision desc limit 1`;
  return web`select agents.fn_decide_review(${person.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'approve', 'Yes.')`;
}
