import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { drainWorker } from "./drain-worker.ts";
import { listWorkers } from "./list-workers.ts";
import { readQueue } from "./read-queue.ts";

let database: TestDatabase;
let web: Sql;
let worker: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  worker = database.as("worker");
});
afterAll(async () => {
  await database.drop();
});

const CODE = "export default { execute: () => null };";
const BUNDLE = createHash("sha256").update(CODE).digest("hex");

const say = (id: string, state: unknown) =>
  worker`select agents.fn_register_worker(${id}, 'machine:1', '[]', ${JSON.stringify(state)}::text::jsonb)`;

test("a worker is listed with what it runs, who drains it, and the tools it keeps sandboxes ready for", async () => {
  const admin = await makePerson(database.admin, "admin");
  const agent = await makeAgent(database.admin, admin.id);
  const tool = await pinTool(database.admin, contractOf({ runtime: { kind: "bundle", sha256: BUNDLE } }), CODE);
  const [id, garbled] = [await registerWorker(worker), await registerWorker(worker)];
  const standing = { ready: 1, wanted: 1, served: { cold: 1, warm: 0, reused: 0 } };
  const pool = [
    { key: "older", bundle: "0".repeat(64), ...standing },
    { key: "newer", bundle: BUNDLE, ...standing },
  ];
  await say(id, { slots: 4, running: 1, pool });
  await say(garbled, { slots: "many" });
  for (let asks = 0; asks < 2; asks++) {
    await database.as("gateway")`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x')`;
  }
  await worker`select agents.fn_claim_tool_invocation(${id}, 60)`;
  await drainWorker(web, admin.session, id, true);

  const listed = await listWorkers(web);
  expect(listed.find((item) => item.id === id)).toMatchObject({
    ...{ alive: true, running: 1, drainedBy: expect.any(String), state: { slots: 4 } },
    pool: [
      { key: "newer", tool: tool.name },
      { key: "older", tool: null },
    ],
  });
  // What cannot be read is not shown as if it could.
  expect(listed.find((item) => item.id === garbled)).toMatchObject({ state: null, pool: [], drainedBy: null });
  expect(await readQueue(web)).toMatchObject({
    ...{ waiting: 1, running: 1, delayed: 0 },
    oldestWaitingSince: expect.stringMatching(/^\d{4}-/),
  });
});
