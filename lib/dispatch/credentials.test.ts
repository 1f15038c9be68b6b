import { generateKeyPairSync } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { sealSecret } from "#lib/secrets/seal.ts";
import { openCredentials } from "./credentials.ts";

let database: TestDatabase;
let worker: Sql;
let chief: TestPerson;
const { publicKey, privateKey } = generateKeyPairSync("x25519");

beforeAll(async () => {
  database = await createTestDatabase();
  worker = database.as("worker");
  chief = await makePerson(database.admin, "admin");
});
afterAll(async () => {
  await database.drop();
});

async function keep(value: string): Promise<void> {
  const { sealedTo, sealed } = sealSecret(publicKey, "forge", value);
  await database.as("web", 1)`select agents.fn_put_secret(${chief.session}, 'forge', ${sealedTo}, ${sealed})`;
}

test("a credential that was renewed since the claim is asked for twice and the new one is used", async () => {
  await keep("old-value");
  const agent = await makeAgent(database.admin, chief.id);
  const contract = contractOf({ requires: { secrets: ["forge"] } });
  const tool = await pinTool(database.admin, contract);
  await database.as("gateway", 1)`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect')`;
  const workerId = await registerWorker(worker);
  const [row] = await worker<{ claim: { id: string; fence: number } }[]>`
    select agents.fn_claim_tool_invocation(${workerId}, 60) as claim`;
  if (!row) throw new Error("nothing was claimed");
  const open = () =>
    openCredentials(
      { ...row.claim, contract },
      { key: privateKey },
      { sql: worker, workerId, signal: new AbortController().signal },
    );
  expect(await open()).toEqual({ ok: true, value: { forge: "old-value" } });
  await keep("new-value");
  expect(await open()).toEqual({ ok: true, value: { forge: "new-value" } });
});
