import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  type TestAgent,
  type TestPerson,
  type TestTool,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** Ways around what keeps the inbox readable: its cap, its clocks, its search, its decoys. */

const CAP = 10;
let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let owner: TestPerson;
let ana: TestPerson;
let agent: TestAgent;
let writer: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway");
  owner = await makePerson(database.admin, "admin");
  ana = await makePerson(database.admin, "operator");
  await database.admin`update agents.settings set value = ${CAP} where name = 'agent_open_cards'`;
});
beforeEach(async () => {
  agent = await makeAgent(database.admin, owner.id);
  writer = await pinTool(database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
});
afterAll(() => database.drop());

interface View {
  readonly id: string;
  readonly status: string;
}

async function ask(input: object, justification: string | null = null, session: string | null = null): Promise<View> {
  const [row] = await gateway<{ view: View }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${writer.name}, ${JSON.stringify(input)}, ${writer.definitionHash}, '[]', 'x',
      p_session_id => ${session}, p_justification => ${justification}) as view`;
  return row?.view ?? expect.fail("no answer");
}

async function codeOf(work: PromiseLike<unknown>): Promise<string | undefined> {
  return Promise.resolve(work).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
}

const askTeam = (plan: string, key: string | null = null) =>
  gateway`select agents.fn_ask_team_run(${agent.key}, 'Nightly', ${plan}, 2, ${key})`;

async function openCards(): Promise<number> {
  const [row] = await database.admin<{ open: number }[]>`
    select count(*)::int as open from agents.approvals where agent_id = ${agent.id} and status = 'pending'`;
  return row?.open ?? 0;
}

test("an agent at its cap gets no further card by calling it a team run, and the key of one that waits still answers", async () => {
  await askTeam('{"first":true}', "kept");
  for (let n = 1; n < CAP; n += 1) await ask({ n });
  expect(await openCards()).toBe(CAP);
  expect(await codeOf(askTeam('{"one":"more"}'))).toBe("AL042");
  expect(await codeOf(askTeam('{"first":true}', "kept"))).toBeUndefined();
  expect(await openCards()).toBe(CAP);
  // Control: with room again, it is asked.
  await database.admin`update agents.approvals set status = 'void', decided_at = now() where agent_id = ${agent.id}`;
  expect(await codeOf(askTeam('{"one":"more"}'))).toBeUndefined();
});

test("editing does not give a call its extensions again", async () => {
  const { id } = await ask({ n: 0 });
  const extend = () => web`select agents.fn_extend_approval(${ana.session}, 'invocation', ${id})`;
  await extend();
  await extend();
  const [shown] = await web<{ revision: number; digest: string }[]>`
    select revision, binding_digest as digest from agents.tool_invocations where id = ${id}`;
  await web`
    select agents.fn_edit_tool_invocation(${ana.session}, ${id}, ${shown?.revision ?? 0}, ${shown?.digest ?? ""}, '{"n":1}', '[]', 'x', 'Less.')`;
  expect(await codeOf(extend())).toBe("AL030");
});

test("a mark that joins the last letter does not hide a text from whoever looks for it", async () => {
  const text = `${randomUUID()} to the archive`;
  const plain = await ask({ note: text });
  const marked = await ask({ note: `${text}\u0301` });
  const [row] = await web<{ found: { items: { id: string }[] } }[]>`
    select agents.fn_find_sharing(${ana.session}, ${text}) as found`;
  expect(row?.found.items.map(({ id }) => id).sort()).toEqual([plain.id, marked.id].sort());
});

test("a drill comes with the words and the session of the call it is made of", async () => {
  await ask({ path: "a" }, "The report is due.", "session-7");
  const [placed] = await database.as("housekeeper")<{ id: string }[]>`
    select agents.fn_place_drill(null, ${agent.id}, ${writer.versionId}, '{"path":"/etc/shadow"}', '[]', 'x', 'flaw') as id`;
  const [drill] = await database.admin<{ session: string | null; justification: string | null }[]>`
    select i.session_id as session, n.justification from agents.tool_invocations i
    join agents.invocation_inputs n on n.invocation_id = i.id where i.id = ${placed?.id ?? ""}`;
  expect(drill).toEqual({ session: "session-7", justification: "The report is due." });
});

/** Marks of two kinds in turns, which have to be put in order: as one run that takes the square of their number. */
const marks = (count: number) => `a${"\u0301\u0323".repeat(count)}`;

test("thousands of marks on one letter hold up neither the ask that brings them nor whoever searches", async () => {
  const text = marks(20_000);
  // Control: the time to put them in order as they are grows with the square of their number. A quarter of them outlast a twentieth
  // of what a statement of the gateway may take, so all of them would not let any other end.
  const quarter = gateway.begin(async (sql) => {
    await sql`set local statement_timeout = '100ms'`;
    await sql`select normalize(${marks(5_000)}, nfkc)`;
  });
  expect(await codeOf(quarter)).toBe("57014");
  const first = await ask({ note: text });
  await database.admin`
    insert into agents.standing_rules (id, effect, tool_version_id, pattern, made_from, made_by, reason, max_uses, uses, created_at, expires_at)
    values (airlock.new_id(), 'deny', ${writer.versionId}, '{"anywhere": "forward it"}', ${first.id}, ${ana.id}, 'x', 1, 0, now(), now() + interval '1 hour')`;
  await database.admin`update agents.tools_registry set ruled = true where name = ${writer.name}`;
  expect((await ask({ note: text, n: 1 })).status).toBe("pending");
  expect((await ask({ note: `${text} \uff26orward\u200b  it` })).status).toBe("denied");
  expect(await codeOf(web`select agents.fn_find_sharing(${ana.session}, 'forward it')`)).toBeUndefined();
});
