import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { bodyHash, hashDefinition, partHashes } from "#lib/registry/hash.ts";
import { nameKeys } from "#lib/registry/names.ts";

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let owner: TestPerson;
let author: TestPerson;
let admin: TestPerson;
let eva: TestPerson;
let sam: TestPerson;
let agent: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  gateway = database.as("gateway");
  owner = await makePerson(database.admin, "reviewer");
  author = await makePerson(database.admin, "operator");
  admin = await makePerson(database.admin, "admin");
  eva = await makePerson(database.admin, "reviewer");
  sam = await makePerson(database.admin, "reviewer");
  agent = await makeAgent(database.admin, owner.id);
});
afterAll(async () => {
  await database.drop();
});

interface Review {
  readonly id: string;
  readonly digest: string;
}

async function reviewOf(subject: string): Promise<Review> {
  const [row] = await web<Review[]>`
    select id, digest from agents.approvals where subject_id = ${subject} order by created_at desc limit 1`;
  if (!row) throw new Error("nobody is asked");
  return row;
}

async function decide(
  person: TestPerson,
  review: Review,
  decision: "approve" | "reject" = "approve",
): Promise<{ status: string; votes: number }> {
  const [row] = await web<{ answer: { status: string; votes: number } }[]>`
    select agents.fn_decide_review(${person.session}, ${review.id}, ${review.digest}, ${decision}, 'Looked at it.') as answer`;
  if (!row) throw new Error("no answer");
  return row.answer;
}

async function register(person: TestPerson, contract: ToolContract, text = canonicalJson(contract)) {
  const { skeleton, folded } = nameKeys(contract.name);
  const [row] = await web<
    { answer: { versionId: string; definitionHash: string; required: number; number: number } }[]
  >`
    select agents.fn_register_tool(${person.session}, ${text}, ${bodyHash(contract)}, ${web.json(partHashes(contract))},
      ${skeleton}, ${folded}, '[]') as answer`;
  if (!row) throw new Error("no answer");
  return row.answer;
}

async function toolOf(name: string) {
  const [row] = await web`
    select t.state, t.safety_class, v.number from agents.tools_registry t left join agents.tool_versions v on v.id = t.pinned_version_id
    where t.name = ${name}`;
  return row;
}

describe("a tool version", () => {
  test("is hashed here, runs only after another person's review, and its author cannot give it", async () => {
    const contract = contractOf();
    const made = await register(author, contract);
    expect(made).toMatchObject({ definitionHash: hashDefinition(contract), number: 1, required: 1 });
    expect(await toolOf(contract.name)).toMatchObject({ number: null });
    const review = await reviewOf(made.versionId);
    await expect(decide(author, review)).rejects.toMatchObject({ code: "AL005" });
    await expect(decide(eva, { ...review, digest: "al1:sha256:other" })).rejects.toMatchObject({ code: "AL012" });
    expect(await decide(eva, review)).toMatchObject({ status: "approved", votes: 1 });
    expect(await toolOf(contract.name)).toMatchObject({ number: 1, state: "active" });
    const late = await decide(sam, review).then(
      () => expect.fail("it was decided twice"),
      (error: { code: string; detail: string }) => error,
    );
    const [first] = await database.admin<{ name: string }[]>`select name from agents.people where id = ${eva.id}`;
    expect(late).toMatchObject({ code: "AL011" });
    expect(JSON.parse(late.detail), "whoever is late is told by whom").toMatchObject({
      status: "approved",
      decision: "approve",
      decidedBy: first?.name,
      decidedAt: expect.any(String),
    });
  });

  test("that changes what the tool may touch takes two people; one that changes its words takes one", async () => {
    const contract = contractOf();
    await pinTool(database.admin, contract);
    const words = await register(author, { ...contract, description: "Other words." });
    expect(words).toMatchObject({ number: 2, required: 1 });
    const reach = await register(author, { ...contract, policy: { exec: "allow" } });
    expect(reach).toMatchObject({ number: 3, required: 2 });
    const review = await reviewOf(reach.versionId);
    expect(await decide(eva, review)).toMatchObject({ status: "pending", votes: 1 });
    await expect(decide(eva, review)).rejects.toMatchObject({ code: "AL010" });
    expect(await toolOf(contract.name)).toMatchObject({ number: 1 });
    expect(await decide(sam, review)).toMatchObject({ status: "approved", votes: 2 });
    expect(await toolOf(contract.name)).toMatchObject({ number: 3 });
  });

  test("is withdrawn by a no of whoever said yes, and takes no yes of a new role where it takes two", async () => {
    const contract = contractOf();
    await pinTool(database.admin, contract);
    const review = await reviewOf(
      (await register(author, { ...contract, policy: { exec: "allow" as const } })).versionId,
    );
    const fresh = await makePerson(database.admin, "reviewer", { roleAge: "1 hour" });
    await expect(decide(fresh, review)).rejects.toMatchObject({ code: "AL005" });
    expect(await web`select from agents.approval_votes where person_id = ${fresh.id}`).toHaveLength(0);
    expect(await decide(eva, review)).toMatchObject({ status: "pending", votes: 1 });
    expect(await decide(eva, review, "reject")).toMatchObject({ status: "rejected" });
    await expect(decide(sam, review)).rejects.toMatchObject({ code: "AL011" });
    expect(await toolOf(contract.name)).toMatchObject({ number: 1 });
    const words = await reviewOf((await register(author, { ...contract, description: "Other words." })).versionId);
    expect(await decide(fresh, words), "one person is enough here").toMatchObject({ status: "approved" });
  });

  test("that was compared with another version than the one in force is asked about anew", async () => {
    const wide = contractOf({ policy: { exec: "allow" } });
    const narrow = { ...wide, policy: { exec: "deny" as const } };
    await pinTool(database.admin, wide);
    const words = await register(author, { ...wide, description: "Other words." });
    expect(words.required).toBe(1);
    const fix = await register(author, narrow);
    await decide(eva, await reviewOf(fix.versionId));
    await decide(sam, await reviewOf(fix.versionId));
    await expect(decide(eva, await reviewOf(words.versionId))).rejects.toMatchObject({ code: "AL012" });
    expect(await toolOf(wide.name)).toMatchObject({ number: fix.number });
  });

  test.each([
    ["where it runs", { runtime: { kind: "external" } }],
    ["which arguments are looked at", { gate: { text: ["/body"] } }],
    ["what it may cost", { maxCost: 1_000_000 }],
    ["what it says on the approval", { effect: "Reads a file." }],
  ] as const)("that changes %s takes two people", async (_case, change) => {
    const contract = contractOf();
    await pinTool(database.admin, contract);
    expect(await register(author, { ...contract, ...change } as ToolContract)).toMatchObject({ required: 2 });
  });

  test("that one person rejects never runs", async () => {
    const contract = contractOf();
    const made = await register(author, contract);
    expect(await decide(eva, await reviewOf(made.versionId), "reject")).toMatchObject({ status: "rejected" });
    expect(await toolOf(contract.name)).toMatchObject({ number: null });
  });

  test("is put in force by no statement beside its review, not even the owner's", async () => {
    const made = await register(author, contractOf());
    await expect(
      database.admin`update agents.tool_versions set state = 'approved', decided_by = ${eva.id} where id = ${made.versionId}`,
    ).rejects.toMatchObject({ code: "AL035" });
    await expect(
      database.admin`update agents.approvals set status = 'approved', decided_at = now() where subject_id = ${made.versionId}`,
    ).rejects.toMatchObject({ code: "AL035" });
  });

  test.each([
    ["text that is no JSON", "{"],
    ["a class that is not known", canonicalJson({ ...contractOf(), safetyClass: "harmless" as never })],
    ["a number where the name should be", canonicalJson({ ...contractOf(), name: 7 as never })],
  ])("with %s is refused as bad input, and nothing is kept", async (_case, text) => {
    const before = await web`select count(*)::int as n from agents.tools_registry`;
    await expect(register(author, contractOf(), text)).rejects.toMatchObject({ code: "AL026" });
    expect(await web`select count(*)::int as n from agents.tools_registry`).toEqual(before);
  });
});

describe("trust", () => {
  const set = (person: TestPerson, level: string, category = "all", of = agent) =>
    web`select agents.fn_set_trust(${person.session}, ${of.id}, ${category}, ${level}, 'Its record.') as answer`;

  async function actsAt(of: TestAgent, tool: string): Promise<string> {
    const [row] = await gateway<
      { answer: { accessLevel: string } }[]
    >`select agents.fn_tool_for_agent(${of.key}, ${tool}) as answer`;
    return row?.answer.accessLevel ?? "";
  }

  test("narrows the declared level in its category and never widens it", async () => {
    const trusted = await makeAgent(database.admin, owner.id, "restricted");
    const files = await pinTool(database.admin, contractOf());
    const web_ = await pinTool(database.admin, contractOf({ category: "web", actionType: "web:fetch" }));
    expect(await actsAt(trusted, files.name)).toBe("restricted");
    await set(eva, "sandboxed", "web", trusted);
    expect([await actsAt(trusted, files.name), await actsAt(trusted, web_.name)]).toEqual(["restricted", "sandboxed"]);
    await set(eva, "standard", "all", trusted);
    expect([await actsAt(trusted, files.name), await actsAt(trusted, web_.name)]).toEqual(["restricted", "sandboxed"]);
  });

  test("rises one level at a time, by no owner, and to elevated only with another person's yes", async () => {
    const rising = await makeAgent(database.admin, owner.id, "standard");
    await set(owner, "sandboxed", "all", rising);
    await expect(set(owner, "restricted", "all", rising)).rejects.toMatchObject({ code: "AL006" });
    await expect(set(eva, "standard", "all", rising)).rejects.toMatchObject({ code: "AL031" });
    await set(eva, "restricted", "all", rising);
    await set(eva, "standard", "all", rising);
    const [asked] = await set(eva, "elevated", "all", rising);
    expect(asked?.answer).toMatchObject({ status: "proposed" });
    const review = await reviewOf(asked?.answer.change);
    await expect(decide(eva, review)).rejects.toMatchObject({ code: "AL006" });
    await expect(decide(owner, review)).rejects.toMatchObject({ code: "AL006" });
    await expect(decide(author, review)).rejects.toMatchObject({ code: "AL005" });
    const level = () => web`select level from agents.agent_trust where agent_id = ${rising.id}`;
    expect(await level()).toMatchObject([{ level: "standard" }]);
    expect(await decide(admin, review)).toMatchObject({ status: "approved" });
    expect(await level()).toMatchObject([{ level: "elevated" }]);
    expect(
      await web`select type from agents.events where subject = ${rising.id} order by id desc limit 1`,
    ).toMatchObject([{ type: "agent_trust_changed" }]);
  });

  test("that was lowered meanwhile is not raised by an answer to the old question", async () => {
    const wavering = await makeAgent(database.admin, owner.id, "standard");
    await set(eva, "standard", "all", wavering);
    const [asked] = await set(eva, "elevated", "all", wavering);
    await set(sam, "sandboxed", "all", wavering);
    await expect(decide(admin, await reviewOf(asked?.answer.change))).rejects.toMatchObject({ code: "AL011" });
    for (const level of ["restricted", "standard"]) await set(sam, level, "all", wavering);
    const [anew] = await set(eva, "elevated", "all", wavering);
    expect(anew?.answer).toMatchObject({ status: "proposed" });
  });

  test("is raised, skipped or removed by no statement of the owner of the tables", async () => {
    const still = await makeAgent(database.admin, owner.id, "standard");
    await set(eva, "restricted", "all", still);
    const row = database.admin`agent_id = ${still.id}`;
    await expect(database.admin`update agents.agent_trust set level = 'elevated' where ${row}`).rejects.toMatchObject({
      code: "AL031",
    });
    await expect(database.admin`update agents.agent_trust set level = 'standard' where ${row}`).rejects.toMatchObject({
      code: "AL035",
    });
    await expect(database.admin`delete from agents.agent_trust where ${row}`).rejects.toMatchObject({ code: "AL032" });
    await expect(
      database.admin`insert into agents.agent_trust values (${still.id}, 'web', 'elevated', now())`,
    ).rejects.toMatchObject({ code: "AL035" });
    await expect(database.admin`update agents.trust_changes set reason = 'x'`).rejects.toMatchObject({ code: "AL032" });
  });
});

describe("a team run", () => {
  const plan = '{"steps":["read","write"]}';
  const ask = async (key: string | null = null, text = plan) => {
    const [row] = await gateway<{ view: { id: string; status: string; replayed?: boolean; reason?: string } }[]>`
      select agents.fn_ask_team_run(${agent.key}, 'Nightly', ${text}, 1, ${key}) as view`;
    if (!row) throw new Error("no answer");
    return row.view;
  };
  const status = async (id: string) =>
    (await gateway`select agents.fn_team_run_status(${agent.key}, ${id}) as view`)[0]?.view;

  test("waits in the same table as everything else, and its agent's owner cannot let it start", async () => {
    const { id } = await ask();
    const review = await reviewOf(id);
    await expect(decide(owner, review)).rejects.toMatchObject({ code: "AL006" });
    expect(await status(id)).toMatchObject({ status: "pending" });
    await decide(author, review);
    expect(await status(id)).toMatchObject({ status: "approved", reason: "Looked at it." });
  });

  test("is what people answered: no statement beside them changes it", async () => {
    const { id } = await ask();
    await expect(
      database.admin`update agents.team_runs set approval_status = 'approved' where id = ${id}`,
    ).rejects.toMatchObject({
      code: "AL035",
    });
    await expect(database.admin`update agents.team_runs set plan = '{}' where id = ${id}`).rejects.toMatchObject({
      code: "AL032",
    });
  });

  test("has one meaning for each key", async () => {
    const first = await ask("night-1");
    expect(await ask("night-1")).toMatchObject({ id: first.id, replayed: true });
    await expect(ask("night-1", '{"steps":[]}')).rejects.toMatchObject({ code: "AL024" });
  });

  test.each([
    {
      how: "stopped",
      code: "AL023",
      bar: async () => {
        const [thrown] = await web<{ id: string }[]>`
          select agents.fn_throw_kill_switch(${author.session}, 'global', null, 'A test.') as id`;
        return () => web`select agents.fn_release_kill_switch(${author.session}, ${thrown?.id ?? ""}, 'Over.')`;
      },
    },
    {
      how: "frozen",
      code: "AL022",
      bar: async () => {
        await web`select agents.fn_freeze_agent(${eva.session}, ${agent.id}, true, 'A test.')`;
        return () => web`select agents.fn_freeze_agent(${eva.session}, ${agent.id}, false, 'Over.')`;
      },
    },
  ])("keeps what its key means while its agent is $how, and no new one is asked about", async ({ how, code, bar }) => {
    const first = await ask(how);
    const lift = await bar();
    try {
      expect(await ask(how)).toMatchObject({ id: first.id, replayed: true });
      await expect(ask(how, '{"steps":[]}')).rejects.toMatchObject({ code: "AL024" });
      await expect(ask(`${how} anew`)).rejects.toMatchObject({ code });
      await expect(ask()).rejects.toMatchObject({ code });
    } finally {
      await lift();
    }
  });

  test("that nobody answered in time expires, and is never recorded as a person's no", async () => {
    const { id } = await ask();
    await database.admin`update agents.approvals set expires_at = now() - interval '1 second' where subject_id = ${id}`;
    await expect(decide(author, await reviewOf(id))).rejects.toMatchObject({ code: "AL013" });
    await database.as("housekeeper")`select agents.fn_sweep()`;
    expect(await status(id)).toMatchObject({ status: "expired" });
  });

  test("of another agent does not exist", async () => {
    const { id } = await ask();
    const other = await makeAgent(database.admin, owner.id);
    await expect(gateway`select agents.fn_team_run_status(${other.key}, ${id})`).rejects.toMatchObject({
      code: "AL028",
    });
  });
});
