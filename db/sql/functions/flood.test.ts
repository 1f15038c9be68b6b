import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** What one agent can put before people at once. */

const CAP = 10;
let database: TestDatabase;
let gateway: Sql;
let ownerId: string;
let writer: TestTool;
let reader: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = database.as("gateway", 8);
  ownerId = (await makePerson(database.admin, "admin")).id;
  writer = await pinTool(database.admin, contractOf({ safetyClass: "write", egressClass: "write" }));
  reader = await pinTool(database.admin, contractOf());
  await database.admin`update agents.settings set value = ${CAP} where name = 'agent_open_cards'`;
});
afterAll(() => database.drop());

interface View {
  readonly status: string;
  readonly errorCode?: string;
}

/** Whoever has to wait too long for its turn is told so and asks again, as the gateway does. */
async function untilFree<T>(work: () => PromiseLike<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== "55P03") throw error;
    }
  }
}

/** One by one, each in a transaction of its own. */
async function askAlone(agent: TestAgent, tool: TestTool, input: string): Promise<View> {
  const [row] = await untilFree(
    () => gateway<{ view: View }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${input}, ${tool.definitionHash}, '[]', 'x') as view`,
  );
  if (!row) throw new Error("no answer");
  return row.view;
}

const asksOf = (agent: TestAgent, tool: TestTool, inputs: readonly string[]) =>
  inputs.map((input) => ({
    key: agent.key,
    tool: tool.name,
    input,
    definitionHash: tool.definitionHash,
    checks: [],
    effect: "x",
  }));

/** Several in a list, as the gateway sends them. */
async function askTogether(agent: TestAgent, tool: TestTool, inputs: readonly string[]): Promise<View[]> {
  const asks = gateway.json(asksOf(agent, tool, inputs));
  const rows = await untilFree(
    () => gateway<{ view: View }[]>`select view::json as view from agents.fn_invoke_tools(${asks})`,
  );
  return rows.map(({ view }) => view);
}

const distinct = (count: number) => Array.from({ length: count }, () => JSON.stringify({ path: randomUUID() }));

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
}

async function openCards(agent: TestAgent): Promise<number> {
  const [row] = await database.admin<{ open: number }[]>`
    select count(distinct digest)::int as open from agents.approvals where agent_id = ${agent.id} and status = 'pending'`;
  return row?.open ?? 0;
}

it("500 different calls at once, alone and in lists, become as many cards as one agent may have, and the rest is refused", async () => {
  const agent = await makeAgent(database.admin, ownerId);
  const alone = distinct(100).map((input) => askAlone(agent, writer, input));
  const together = chunks(distinct(400), 16).map((inputs) => askTogether(agent, writer, inputs));
  const views = [...(await Promise.all(alone)), ...(await Promise.all(together)).flat()];
  expect(views.filter(({ status }) => status === "pending")).toHaveLength(CAP);
  expect(views.filter(({ status }) => status === "denied")).toHaveLength(490);
  expect(await openCards(agent)).toBe(CAP);
  const [meter] = await database.as("web")<{ refused: number }[]>`
    select count(*)::int as refused from agents.tool_invocations
    where agent_id = ${agent.id} and error_code = 'refused_by_cap' and asked_at > now() - interval '1 hour'`;
  expect(meter?.refused, "the meter counts the rest").toBe(490);
});

it("without the turns that asks of one agent take, two floods whose transactions overlap get past the cap: the control", async () => {
  const overlap = async (agent: TestAgent) => {
    const ask = (sql: Sql) =>
      sql`select view::json as view from agents.fn_invoke_tools(${sql.json(asksOf(agent, writer, distinct(CAP)))})`;
    await gateway.begin(async (first) => {
      await ask(first as unknown as Sql);
      await ask(gateway);
    });
  };
  const agent = await makeAgent(database.admin, ownerId);
  await expect(overlap(agent), "the second waits for its turn").rejects.toMatchObject({ code: "55P03" });

  const [source] = await database.admin<{ text: string }[]>`
    select pg_get_functiondef('airlock.cards_left(uuid)'::regprocedure) as text`;
  const text = source?.text ?? "";
  await database.admin.unsafe(text.replace(/perform pg_advisory_xact_lock\([^;]*;/, ""));
  // Two lists share a lane of the log one time in twelve, and then the second waits for that; nothing of it is kept.
  const onOtherLanes = async (tries: number): Promise<void> =>
    overlap(agent).catch((error: { code?: string }) => {
      if (error.code !== "55P03" || tries === 0) throw error;
      return onOtherLanes(tries - 1);
    });
  try {
    await onOtherLanes(8);
    expect(await openCards(agent)).toBe(2 * CAP);
  } finally {
    await database.admin.unsafe(text);
  }
});

it("the same call asked again folds into its card, and is bounded too", async () => {
  const agent = await makeAgent(database.admin, ownerId);
  const [same = ""] = distinct(1);
  const views = await Promise.all(
    chunks(Array<string>(160).fill(same), 16).map((inputs) => askTogether(agent, writer, inputs)),
  );
  expect(await openCards(agent)).toBe(1);
  const waiting = views.flat().filter(({ status }) => status === "pending").length;
  expect(waiting).toBeGreaterThanOrEqual(10 * CAP);
  expect(waiting, "a list is let in whole, the next one is not").toBeLessThan(10 * CAP + 16);
});

it("refuses nothing that nobody has to decide, and makes room when something was decided", async () => {
  const agent = await makeAgent(database.admin, ownerId);
  await askTogether(agent, writer, distinct(CAP));
  expect(await askAlone(agent, writer, '{"path":"one more"}')).toMatchObject({ status: "denied" });
  expect(await askAlone(agent, reader, '{"path":"free"}')).toMatchObject({ status: "running" });
  const other = await makeAgent(database.admin, ownerId);
  expect(await askAlone(other, writer, '{"path":"another agent"}')).toMatchObject({ status: "pending" });
  await database.admin`
    select airlock.end_invocation(subject_id, 'expired', 'system', 'test', 'approval_expired', 'approval')
    from agents.approvals where agent_id = ${agent.id} and status = 'pending' limit 1`;
  expect(await askAlone(agent, writer, '{"path":"now there is room"}')).toMatchObject({ status: "pending" });
});

it("is not used up by what people are asked about it: steps of trust in every category leave it all of its cards", async () => {
  const agent = await makeAgent(database.admin, ownerId);
  const reviewer = await makePerson(database.admin, "reviewer");
  const web = database.as("web", 1);
  const categories = ["file_system", "code_execution", "version_control", "web", "database", "terminal", "design"];
  for (const category of [...categories, "communication", "analytics", "deployment", "memory", "mcp"]) {
    await web`select agents.fn_set_trust(${reviewer.session}, ${agent.id}, ${category}, 'elevated', 'It has earned it.')`;
  }
  for (let card = 0; card < CAP; card += 1) {
    expect(await askAlone(agent, writer, JSON.stringify({ card }))).toMatchObject({ status: "pending" });
  }
  expect(await askAlone(agent, writer, "{}"), "control: and no more").toMatchObject({ errorCode: "refused_by_cap" });
});
