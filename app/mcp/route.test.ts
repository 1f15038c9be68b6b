import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DELETE, POST } from "#app/mcp/route.ts";
import type { Gateway } from "#app/server/gateway.ts";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

vi.mock("server-only", () => ({}));

/** The endpoint at the agents' door, as it is served. */
let database: TestDatabase;
let key: string;
let tool: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AIRLOCK_DB_GATEWAY_URL", database.urls.gateway);
  const owner = await makePerson(database.admin, "admin");
  key = (await makeAgent(database.admin, owner.id)).key;
  tool = (await pinTool(database.admin, contractOf())).name;
});
afterAll(async () => {
  const held = globalThis as typeof globalThis & { airlockGateway?: Promise<Gateway>; airlockMcp?: unknown };
  const gateway = await held.airlockGateway;
  await gateway?.feed.close();
  await gateway?.sql.end({ timeout: 1 });
  delete held.airlockGateway;
  delete held.airlockMcp;
  vi.unstubAllEnvs();
  await database.drop();
});

const request = (headers: Record<string, string>, method = "POST") =>
  new Request("http://localhost/mcp", {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      ...headers,
    },
    ...(method === "POST" ? { body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }) } : {}),
  });

test("a key gets the list of its agent's tools, and how many requests it has left", async () => {
  const answer = await POST(request({}));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("ratelimit")).toMatch(/"key";r=\d+/);
  expect(await answer.text()).toContain(`"name":"${tool}"`);
});

test.each([
  ["no key", { Authorization: "" }, 401],
  ["a key that nobody issued", { Authorization: `Bearer alk_live_${"0".repeat(43)}` }, 401],
  ["a page of another machine, whatever its key", { Origin: "https://evil.example" }, 403],
])("%s is refused at the door", async (_, headers, status) => {
  const answer = await POST(request(headers));
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain(tool);
});

test("a page of this machine is heard, and there is no session to delete", async () => {
  expect((await POST(request({ Origin: "http://localhost:6274" }))).status).toBe(200);
  expect((await DELETE(request({}, "DELETE"))).status).toBe(405);
});
