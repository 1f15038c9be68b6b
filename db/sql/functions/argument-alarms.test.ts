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
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** What the cleaner noticed in a call's arguments counts for as long as the call waits, whatever becomes of it meanwhile. */

const ALARM = JSON.stringify([
  { rule: "argument.alarm", stage: "check", concluded: "pass", saw: "lure.secret", sentence: "Something was noticed." },
]);

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let ana: TestPerson;
let agent: TestAgent;
/** Low by itself, medium with an alarm: the only tier that an alarm leaves light enough for a yes to many. */
let reader: TestTool;
let payer: TestTool;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  gateway = database.as("gateway");
  ana = await makePerson(database.admin, "operator");
  reader = await pinTool(database.admin, contractOf());
  await database.admin`update agents.tools_registry set requires_approval = true where name = ${reader.name}`;
  payer = await pinTool(database.admin, contractOf({ safetyClass: "financial", egressClass: "write" }));
});
beforeEach(async () => {
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
});
afterAll(() => database.drop());

interface Seen {
  readonly id: string;
  readonly revision: number;
  readonly digest: string;
}

interface Card extends Seen {
  readonly tier: string;
  readonly required: number;
  readonly flagged: boolean;
  /** Which rules hold it. */
  readonly holds: string[];
}

async function cardOf(id: string): Promise<Card> {
  const [row] = await database.admin<Card[]>`
    select i.id, i.revision, i.binding_digest as digest, i.tier, i.required_approvals as required, a.flagged,
      array(select l ->> 'rule' from jsonb_array_elements(n.trace -> 'lines') l where l ->> 'concluded' = 'hold') as holds
    from agents.tool_invocations i
    join agents.approvals a on a.subject_id = i.id and a.revision = i.revision
    join agents.invocation_inputs n on n.invocation_id = i.id and n.revision = i.revision where i.id = ${id}`;
  return row ?? expect.fail("no card");
}

let asked = 0;
async function ask(tool: TestTool, checks: string): Promise<Card> {
  asked += 1;
  const [row] = await gateway<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, ${JSON.stringify({ n: asked })}, ${tool.definitionHash}, ${checks}::text::jsonb, 'x') ->> 'id' as id`;
  return cardOf(row?.id ?? "");
}

const approveTogether = (items: readonly Seen[]) => {
  const seen = items.map(({ id, revision, digest }) => ({ id, revision, digest }));
  return web`select agents.fn_approve_together(${ana.session}, ${JSON.stringify(seen)}::text::jsonb)`;
};

test("a call with an alarm is not approved among others, though it is light enough", async () => {
  const [plain, alarmed] = [await ask(reader, "[]"), await ask(reader, ALARM)];
  expect([plain, alarmed]).toMatchObject([
    { tier: "low", flagged: false },
    { tier: "medium", flagged: true },
  ]);
  await expect(approveTogether([plain, alarmed])).rejects.toMatchObject({ code: "AL041" });
  await expect(approveTogether([plain]), "control").resolves.toHaveLength(1);
});

test("it keeps its flag, and the line that asks for two people, when another policy comes into force", async () => {
  const before = [await ask(reader, ALARM), await ask(payer, ALARM)];
  expect(before[1]).toMatchObject({ tier: "dual", required: 2, holds: expect.arrayContaining(["tier.dual"]) });
  await putPolicy(database.admin);
  await database.as("housekeeper")`select agents.fn_sweep(50)`;
  const after = await Promise.all(before.map(({ id }) => cardOf(id)));
  expect(after).toMatchObject([
    { revision: 2, tier: "medium", flagged: true },
    { revision: 2, tier: "dual", required: 2, flagged: true, holds: expect.arrayContaining(["tier.dual"]) },
  ]);
  await expect(approveTogether(after.slice(0, 1))).rejects.toMatchObject({ code: "AL041" });
});

async function edit({ id, revision, digest }: Seen, checks: string): Promise<Card> {
  asked += 1;
  await web`
    select agents.fn_edit_tool_invocation(${ana.session}, ${id}, ${revision}, ${digest}, ${JSON.stringify({ n: asked })}, ${checks}::text::jsonb, 'x', 'Why.')`;
  return cardOf(id);
}

test("an edit that brings one makes the call as grave as an agent's own; an edit that takes it out leaves the tier", async () => {
  const brought = await edit(await ask(payer, "[]"), ALARM);
  expect(brought).toMatchObject({ tier: "dual", required: 2, flagged: true });
  const taken = await edit(brought, "[]");
  expect(taken).toMatchObject({ tier: "dual", required: 2, flagged: false });
});

test("a drill with one looks like a call with one", async () => {
  for (const tool of [reader, payer]) {
    const { tier, required, flagged, holds } = await ask(tool, ALARM);
    const [placed] = await database.as("housekeeper")<{ id: string }[]>`
      select agents.fn_place_drill(null, ${agent.id}, ${tool.versionId}, '{"n":0}', ${ALARM}::text::jsonb, 'x', 'flaw') as id`;
    expect(await cardOf(placed?.id ?? "")).toMatchObject({ tier, required, flagged, holds });
    await database.admin`update agents.drills set outcome = 'unanswered', decided_at = now() where outcome is null`;
  }
});
