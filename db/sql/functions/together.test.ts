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
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** Several decisions by one act: which may go together, that each stands alone, and that two people at once are one decision. */

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let ana: TestPerson;
let ben: TestPerson;
let owner: TestPerson;
let agent: TestAgent;
let writer: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  gateway = database.as("gateway");
  ana = await makePerson(database.admin, "operator");
  ben = await makePerson(database.admin, "reviewer");
  owner = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
});
afterAll(() => database.drop());

interface Seen {
  id: string;
  revision: number;
  digest: string;
}

let asked = 0;
async function ask(tool = writer, asker = agent): Promise<Seen> {
  asked += 1;
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${asker.key}, ${tool.name}, ${JSON.stringify({ n: asked })}, ${tool.definitionHash}, '[]', 'x') ->> 'id' as id`;
  return see(row?.id ?? "");
}

async function see(id: string): Promise<Seen> {
  const [row] = await web<Seen[]>`
    select id, revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
  if (!row) throw new Error("no such call");
  return { ...row };
}

async function askSeveral(count: number, tool = writer): Promise<Seen[]> {
  const several: Seen[] = [];
  for (let n = 0; n < count; n += 1) several.push(await ask(tool));
  return several;
}

interface Answer {
  id: string;
  ok: boolean;
  status?: string;
  state?: string;
  flaw?: string;
}

async function approveTogether(items: readonly Seen[], person = ana): Promise<Answer[]> {
  const [row] = await web<{ answers: Answer[] }[]>`
    select agents.fn_approve_together(${person.session}, ${JSON.stringify(items)}::text::jsonb) as answers`;
  return row?.answers ?? [];
}

async function rejectTogether(items: readonly Seen[], person = ana): Promise<Answer[]> {
  const [row] = await web<{ answers: Answer[] }[]>`
    select agents.fn_reject_together(${person.session}, ${JSON.stringify(items)}::text::jsonb, 'Not now.', 'A test.') as answers`;
  return row?.answers ?? [];
}

async function statusOf(id: string): Promise<string> {
  const [row] = await web<{ status: string }[]>`select status from agents.tool_invocations where id = ${id}`;
  return row?.status ?? "";
}

describe("approving together", () => {
  test("releases each as it was seen, and says of each that was not why", async () => {
    const items = await askSeveral(4);
    const [stale, decided, , fine] = items;
    if (!stale || !decided || !fine) throw new Error("too few");
    await web`select agents.fn_reject_tool_invocation(${ben.session}, ${decided.id}, 1, ${decided.digest}, 'no')`;
    const answers = await approveTogether([{ ...stale, digest: "other" }, decided, fine]);
    expect(answers).toMatchObject([
      { id: stale.id, ok: false, state: "AL012" },
      { id: decided.id, ok: false, state: "AL011", detail: { decision: "reject" } },
      { id: fine.id, ok: true, status: "running" },
    ]);
    expect(await statusOf(stale.id)).toBe("pending");
    const [vote] = await web`
      select v.receipt from agents.approval_votes v join agents.approvals a on a.id = v.approval_id where a.subject_id = ${fine.id}`;
    expect(vote).toEqual({ receipt: { together: 3 } });
  });

  test.each([
    ["a second tool", async () => ask(await pinTool(database.admin, contractOf({ egressClass: "write" }))), "one tool"],
    ["a second agent", async () => ask(writer, await makeAgent(database.admin, owner.id)), "one agent"],
  ])("is refused for all when %s is among them", async (_case, other, words) => {
    const items = [await ask(), await other()];
    await expect(approveTogether(items)).rejects.toMatchObject({
      code: "AL041",
      message: expect.stringContaining(words),
    });
    for (const { id } of items) expect(await statusOf(id)).toBe("pending");
  });

  test.each([
    ["of a high tier", { safetyClass: "financial", egressClass: "write" }, "tier high"],
    ["of two people", { safetyClass: "privileged", egressClass: "write" }, "tier high or dual"],
  ] as const)("is refused for what is %s", async (_case, overrides, words) => {
    const items = await askSeveral(2, await pinTool(database.admin, contractOf(overrides)));
    await expect(approveTogether(items)).rejects.toMatchObject({
      code: "AL041",
      message: expect.stringContaining(words),
    });
  });

  test("is refused for a tool about which the scanner noticed something, and for what an edit made a matter of two", async () => {
    const noticed = await pinTool(database.admin, contractOf());
    await database.admin.begin(async (sql) => {
      await sql`alter table agents.tool_versions disable trigger user`;
      await sql`update agents.tool_versions set findings = '[{"severity": "medium"}]' where id = ${noticed.versionId}`;
      for (const trigger of ["guard_tool_version", "tool_versions_kept", "tool_versions_not_truncated"])
        await sql`alter table agents.tool_versions enable always trigger ${sql(trigger)}`;
    });
    const [tool] = await database.admin`
      update agents.tools_registry set requires_approval = true where name = ${noticed.name} returning name`;
    expect(tool).toBeDefined();
    await expect(approveTogether([await ask(noticed)])).rejects.toMatchObject({
      code: "AL041",
      message: expect.stringContaining("scanner"),
    });
    const call = await ask();
    const two = JSON.stringify([
      { rule: "x", stage: "check", concluded: "hold", people: 2, saw: "x", sentence: "Two." },
    ]);
    await web`
      select agents.fn_edit_tool_invocation(${ben.session}, ${call.id}, 1, ${call.digest}, '{"n":"two"}', ${two}::text::jsonb, 'x', 'why')`;
    await expect(approveTogether([await see(call.id)])).rejects.toMatchObject({
      code: "AL041",
      message: expect.stringContaining("two people"),
    });
  });

  test("takes 25 and not 26, and each of them once", async () => {
    const items = await askSeveral(26);
    await expect(approveTogether(items)).rejects.toMatchObject({
      code: "AL041",
      message: expect.stringContaining("25"),
    });
    const [first] = items;
    if (!first) throw new Error("none");
    await expect(approveTogether([first, { ...first, id: first.id.toUpperCase() }])).rejects.toMatchObject({
      code: "AL026",
    });
    const answers = await approveTogether(items.slice(0, 25));
    expect(
      answers.map(({ id }) => id),
      "in the order of the items",
    ).toEqual(items.slice(0, 25).map(({ id }) => id));
    expect(answers.every(({ ok, status }) => ok && status === "running")).toBe(true);
  });

  test("scores a drill among them and runs nothing of it", async () => {
    const [real] = await askSeveral(1);
    const [placed] = await web<{ id: string }[]>`
      select agents.fn_place_drill(${ben.session}, ${agent.id}, ${writer.versionId}, '{"n":"decoy"}', '[]', 'x', 'It writes where nobody asked.') as id`;
    if (!real || !placed) throw new Error("none");
    const drill = await see(placed.id);
    expect(await approveTogether([real, drill])).toMatchObject([
      { id: real.id, ok: true, status: "running" },
      { id: drill.id, ok: true, status: "drill", outcome: "missed", flaw: "It writes where nobody asked." },
    ]);
    expect(await statusOf(drill.id)).toBe("cancelled");
  });

  test("counts no vote of the agent's owner and none of an editor", async () => {
    const [mine, edited] = await askSeveral(2);
    if (!mine || !edited) throw new Error("none");
    expect(await approveTogether([mine], owner)).toMatchObject([{ ok: false, state: "AL006" }]);
    await web`
      select agents.fn_edit_tool_invocation(${ana.session}, ${edited.id}, 1, ${edited.digest}, '{"n":"mine"}', '[]', 'x', 'why')`;
    expect(await approveTogether([await see(edited.id)])).toMatchObject([{ ok: false, state: "AL006" }]);
    expect(await approveTogether([await see(edited.id)], ben), "control").toMatchObject([{ ok: true }]);
  });
});

describe("rejecting together", () => {
  test("takes what is grave and unlike, and answers for each", async () => {
    const grave = await pinTool(database.admin, contractOf({ safetyClass: "privileged", egressClass: "write" }));
    const items = [await ask(grave), await ask(), { ...(await ask()), digest: "other" }];
    expect(await rejectTogether(items)).toMatchObject([
      { ok: true, status: "rejected" },
      { ok: true, status: "rejected" },
      { ok: false, state: "AL012" },
    ]);
  });

  test("takes 200 and not 201", async () => {
    const { digest } = await ask();
    const unknown = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
        revision: 1,
        digest,
      }));
    await expect(rejectTogether(unknown(201))).rejects.toMatchObject({ code: "AL026" });
    const answers = await rejectTogether(unknown(200));
    expect(answers).toHaveLength(200);
    expect(answers.every(({ state }) => state === "AL028")).toBe(true);
  });
});

describe("two people at the same moment", () => {
  /** As the page's server does: who is told that somebody else is at it asks again. */
  async function untilFree<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if ((error as { code?: string }).code !== "55P03") throw error;
      }
    }
  }

  test("make one decision and one claim of it", async () => {
    const dispatcher = database.as("worker");
    const worker = await registerWorker(dispatcher);
    // What is claimed here never ends, and must not keep the next round's call from being claimed.
    await database.admin`update agents.settings set value = most where name in ('agent_concurrency', 'tool_concurrency')`;
    const claimNext = async () =>
      (await dispatcher`select agents.fn_claim_tool_invocation(${worker}, 60) as claim`)[0]?.claim as {
        id: string;
      } | null;
    while (await claimNext());
    for (let round = 0; round < 15; round += 1) {
      const { id, digest } = await ask();
      const approveAs = ({ session }: TestPerson) =>
        untilFree(() => web`select agents.fn_approve_tool_invocation(${session}, ${id}, 1, ${digest})`);
      const rejectAs = ({ session }: TestPerson) =>
        untilFree(() => web`select agents.fn_reject_tool_invocation(${session}, ${id}, 1, ${digest}, 'no')`);
      const both = await Promise.allSettled([approveAs(ana), round % 3 === 0 ? rejectAs(ben) : approveAs(ben)]);
      const [lost, ...others] = both.filter(({ status }) => status === "rejected");
      expect(others, "one of them won").toEqual([]);
      expect(lost).toMatchObject({ reason: { code: "AL011" } });
      const [votes] = await web`
        select count(*)::int as count from agents.approval_votes v join agents.approvals a on a.id = v.approval_id where a.subject_id = ${id}`;
      expect(votes).toEqual({ count: 1 });
      const released = (await statusOf(id)) === "running";
      expect((await claimNext())?.id).toBe(released ? id : undefined);
      expect(await claimNext()).toBeNull();
    }
  });

  test("with the same list release each call once, and neither waits for the other for ever", async () => {
    const items = await askSeveral(12);
    const both = await Promise.all([approveTogether(items, ana), approveTogether([...items].reverse(), ben)]);
    const released = both.flat().filter(({ ok }) => ok);
    expect(new Set(released.map(({ id }) => id)).size).toBe(released.length);
    // What one held at the moment when the other came to it was released by that one, so nothing is left.
    for (const { id } of items) expect(await statusOf(id)).toBe("running");
    const refused = both.flat().filter(({ ok }) => !ok);
    expect(refused.every(({ state }) => state === "AL011" || state === "55P03")).toBe(true);
  });
});
