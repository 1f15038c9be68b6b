import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import type { Hook, PendingCall } from "#lib/policy/hooks/hook.ts";
import { ask } from "./ask.ts";

let database: TestDatabase;
let sql: Sql;
let agent: TestAgent;
let tool: TestTool;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.as("gateway", 2);
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  tool = await pinTool(database.admin, contractOf());
});
afterAll(() => database.drop());

const seen: PendingCall[] = [];
const refusing: Hook = {
  name: "no_sundays",
  timeoutMs: 1_000,
  async check(call) {
    seen.push(call);
    return { proceed: false, reason: "it is Sunday" };
  },
};

test("a hook's no is a denied call on record, with its line; without the hook the same call goes on", async () => {
  const request = { tool: tool.name, input: { n: 1 }, sessionId: "s1" };
  const free = await ask(sql, agent.key, request);
  expect(free).toMatchObject({ ok: true, value: { status: "running" } });

  const refused = await ask(sql, agent.key, request, { hooks: [refusing] });
  expect(refused).toMatchObject({ ok: false, code: "hook_refused", details: { id: expect.any(String) } });
  if (refused.ok) throw new Error("unreachable");
  expect(refused.message).toContain("The check no_sundays refused: it is Sunday");
  const [row] = await database.admin`
    select i.status, n.trace -> 'lines' as lines from agents.tool_invocations i join agents.invocation_inputs n on n.invocation_id = i.id
    where i.id = ${String(refused.details?.id)}`;
  expect(row).toMatchObject({ status: "denied" });
  expect(row?.lines).toContainEqual(expect.objectContaining({ rule: "hook.no_sundays", concluded: "deny" }));
  expect(seen).toMatchObject([{ agent: { id: agent.id, name: agent.name }, tool: tool.name, sessionId: "s1" }]);
});

test("what the gate refuses no hook is asked about", async () => {
  const asked = seen.length;
  const refused = await ask(sql, agent.key, { tool: tool.name, input: { path: "/etc/passwd" } }, { hooks: [refusing] });
  expect(refused).toMatchObject({
    ok: false,
    code: "path_refused",
    message: "ERROR: path '/etc/passwd' is outside the allowed roots",
  });
  expect(seen.length).toBe(asked);
});
