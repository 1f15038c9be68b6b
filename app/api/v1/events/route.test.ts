import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Gateway } from "#app/server/gateway.ts";
import { makeAgent, makePerson, type TestAgent } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import * as route from "./route.ts";

const { GET } = route;

vi.mock("server-only", () => ({}));

let database: TestDatabase;
let agent: TestAgent;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AIRLOCK_DB_GATEWAY_URL", database.urls.gateway);
  const owner = await makePerson(database.admin, "operator");
  agent = await makeAgent(database.admin, owner.id);
});
afterAll(async () => {
  const held = globalThis as typeof globalThis & { airlockGateway?: Promise<Gateway> };
  const gateway = await held.airlockGateway;
  await gateway?.feed.close();
  await gateway?.sql.end({ timeout: 1 });
  delete held.airlockGateway;
  vi.unstubAllEnvs();
  await database.drop();
});

/** As Next does it: a route without a HEAD answers one by its GET, and nobody ever reads or cancels the body. */
const handlers: { GET: typeof GET; HEAD?: (request: Request) => Response | Promise<Response> } = route;
const ask = async (method: "GET" | "HEAD") =>
  (handlers[method] ?? GET)(
    new Request("http://gateway.test/api/v1/events", { method, headers: { Authorization: `Bearer ${agent.key}` } }),
  );

test("asking only for the head opens no stream, which nobody would ever end", async () => {
  const heads = await Promise.all(Array.from({ length: 70 }, () => ask("HEAD")));
  expect(heads.filter(({ body }) => body !== null)).toHaveLength(0);
  const stream = await ask("GET");
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});
