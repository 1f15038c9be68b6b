import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Gateway } from "#app/server/gateway.ts";
import { callRoute } from "#app/server/testing/call-route.ts";
import { makeAgent, makePerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

vi.mock("server-only", () => ({}));

let database: TestDatabase;
const held = globalThis as typeof globalThis & { airlockGateway?: Promise<Gateway> };
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AIRLOCK_DB_GATEWAY_URL", database.urls.gateway);
});
afterAll(async () => {
  const gateway = await held.airlockGateway;
  await gateway?.feed.close();
  await gateway?.sql.end({ timeout: 1 });
  delete held.airlockGateway;
  vi.unstubAllEnvs();
  await database.drop();
});

test("a gateway that starts while its database is away leaves no connections behind for each who asked meanwhile", async () => {
  const { admin } = database;
  const { key } = await makeAgent(admin, (await makePerson(admin, "operator")).id);
  const ask = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await callRoute(new Request("http://gateway.test/api/v1/invocations", { headers }))).status;
  };
  const [here] = await admin<{ name: string }[]>`select current_database() as name`;
  await admin.unsafe(`revoke connect on database "${here?.name}" from public, airlock_gateway`);
  for (let n = 0; n < 12; n += 1) expect(await ask()).toBeGreaterThanOrEqual(500);
  await admin.unsafe(`grant connect on database "${here?.name}" to airlock_gateway`);
  await expect.poll(ask, { timeout: 10_000 }).toBe(200);
  // Whoever had been left behind would have come back by now: they try twice a second at the least.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const [row] = await admin<{ open: number }[]>`
    select count(*)::int as open from pg_stat_activity where datname = current_database() and application_name = 'airlock-gateway'`;
  expect(row?.open, "one that asks and one that listens").toBeLessThanOrEqual(2);
});
