import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { judgeOutput } from "#lib/dispatch/judge-result.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import { ask } from "./ask.ts";
import { readInvocationForAgent } from "./read-invocation.ts";
import { reportResult } from "./report-result.ts";

// As it is, and counted.
vi.mock("#lib/dispatch/judge-result.ts", { spy: true });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("of many reports of one call at once one is judged and cleaned, and all are answered with it", async () => {
  const owner = await makePerson(database.admin, "operator");
  const { key } = await makeAgent(database.admin, owner.id);
  const tool = await pinTool(database.admin, contractOf({ runtime: { kind: "external" } }));
  const sql = database.as("gateway", 8);
  const asked = await ask(sql, key, { tool: tool.name, input: {} });
  if (!asked.ok) return expect.fail(asked.message);
  const { id } = asked.value;
  const runner = randomUUID();
  await readInvocationForAgent(sql, key, id, runner);
  // Each has a connection that stands, so that none waits for another there.
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.1)`));
  const report = (n: number) =>
    reportResult(sql, key, id, { runner, fence: 1, status: "completed", output: { n } }, sealForTest);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => report(n)));
  expect(judgeOutput).toHaveBeenCalledOnce();
  expect(answers.map((answer) => answer.ok && answer.value.output)).toEqual(Array(8).fill({ n: 0 }));
});
