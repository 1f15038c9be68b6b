import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import { claimNext } from "./claim.ts";
import type { Ending } from "./complete.ts";
import { recordEnding } from "./record-ending.ts";

let database: TestDatabase;
let worker: Sql;
let agent: TestAgent;
beforeAll(async () => {
  database = await createTestDatabase();
  worker = database.as("worker");
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
});
afterAll(async () => {
  await database.drop();
});

const reached = { at: "2026-11-18T12:00:00.000Z", host: "drop.example", port: 443, allowed: true, bytesOut: 9_000 };
const ended: Ending = {
  ...{ status: "completed", findings: [], raw: Buffer.from("{}"), cleanedJson: '{"ok":true}' },
  run: { usage: { wallMs: 5 }, network: [reached], exitCode: 0 },
};
/** No text of the database's. */
const UNKEPT = "\0";

async function record(ending: Ending) {
  const tool = await pinTool(database.admin, contractOf());
  await database.as("gateway", 1)`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect')`;
  const workerId = await registerWorker(worker);
  const claim = await claimNext(worker, workerId);
  if (!claim || "unreadable" in claim) throw new Error("nothing was claimed");
  const options = { log: () => {}, seal: sealForTest, leaving: new AbortController().signal };
  await recordEnding(worker, workerId, claim, ending, options);
  const [row] = await database.admin`
    select i.status, i.error_code, r.network, r.usage, r.exit_code
    from agents.tool_invocations i join agents.invocation_runs r on r.invocation_id = i.id where i.id = ${claim.id}`;
  return row;
}

test("a tool cannot have forgotten what it reached by returning what cannot be kept", async () => {
  expect(await record({ ...ended, cleanedJson: JSON.stringify(UNKEPT) })).toEqual({
    ...{ status: "failed", error_code: "output_too_large" },
    ...{ network: [reached], usage: { wallMs: 5 }, exit_code: 0 },
  });
});

test("where what it reached cannot be kept either, that the call failed is on record all the same", async () => {
  const network = [{ ...reached, host: UNKEPT }];
  expect(await record({ ...ended, run: { ...ended.run, network } })).toMatchObject({
    ...{ status: "failed", error_code: "output_too_large" },
    ...{ network: null, usage: { wallMs: 5 } },
  });
});
