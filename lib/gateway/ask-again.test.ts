import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import type { Hook } from "#lib/policy/hooks/hook.ts";
import { ask, type Sayers } from "./ask.ts";
import type { AskRequest } from "./requests.ts";

/**
 * Against: an agent whose answer was lost, that asks again under the same key and hears a refusal. It would take a call that ran, or still
 * waits for people, for one that never was. What changed since is about calls to come.
 */
let database: TestDatabase;
let sql: Sql;
let agent: TestAgent;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.as("gateway", 2);
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
});
afterAll(() => database.drop());

const refusing: Hook = { name: "no", timeoutMs: 1_000, check: async () => ({ proceed: false, reason: "not today" }) };
const deny = ({ name }: TestTool) =>
  putPolicy(database.admin, { agents: { [agent.name]: { deny: [name] } } } as Parameters<typeof putPolicy>[1]);
const set = (state: string) => (tool: TestTool) =>
  database.admin`update agents.tools_registry set state = ${state} where name = ${tool.name}`;

interface Change {
  readonly what: string;
  make?(tool: TestTool): Promise<unknown>;
  readonly sayers?: Sayers;
  readonly code: string;
}

test.each<Change>([
  { what: "the tool is quarantined", make: set("quarantined"), code: "tool_not_runnable" },
  { what: "the policy denies the tool", make: deny, code: "access_refused" },
  { what: "a hook says no", sayers: { hooks: [refusing] }, code: "hook_refused" },
  {
    what: "another version takes other arguments",
    make: ({ name }) =>
      pinTool(
        database.admin,
        contractOf({ name, inputSchema: { type: "object", properties: { n: { type: "string" } }, required: ["n"] } }),
      ),
    code: "invalid_input",
  },
])("the first call is given again when $what since", async ({ make, sayers, code }) => {
  const tool = await pinTool(database.admin, contractOf());
  const request = { tool: tool.name, input: { n: 1 }, idempotencyKey: randomUUID() };
  const first = await ask(sql, agent.key, request);
  if (!first.ok) return expect.fail(first.message);
  await make?.(tool);
  const again = await ask(sql, agent.key, request, sayers);
  expect(again).toMatchObject({ ok: true, value: { id: first.value.id, status: "running", replayed: true } });
  const other = await ask(sql, agent.key, { ...request, input: { n: 2 } }, sayers);
  expect(other).toMatchObject({ ok: false, code: "idempotency_conflict" });
  // The control: a call under no key, or under one that stands for nothing, is refused, and when it is asked again as well.
  const refusalOf = async (asked: AskRequest) => {
    const answer = await ask(sql, agent.key, asked, sayers);
    return answer.ok ? answer.value.errorCode : answer.code;
  };
  expect(await refusalOf({ ...request, idempotencyKey: undefined })).toBe(code);
  const fresh = { ...request, idempotencyKey: randomUUID() };
  expect([await refusalOf(fresh), await refusalOf(fresh)]).toEqual([code, code]);
  await putPolicy(database.admin);
});

test("another agent's key gives nothing of it", async () => {
  const tool = await pinTool(database.admin, contractOf());
  const request = { tool: tool.name, input: { n: 1 }, idempotencyKey: randomUUID() };
  await ask(sql, agent.key, request);
  await set("quarantined")(tool);
  const stranger = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  expect(await ask(sql, stranger.key, request)).toMatchObject({ ok: false, code: "tool_not_runnable" });
});
