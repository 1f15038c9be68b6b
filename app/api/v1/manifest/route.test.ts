import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET } from "#app/api/v1/manifest/route.ts";
import type { Gateway } from "#app/server/gateway.ts";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { diffManifests } from "#lib/registry/manifest/diff-manifests.ts";
import { parseManifest } from "#lib/registry/manifest/parse-manifest.ts";
import { readManifest } from "#lib/registry/manifest/read-manifest.ts";

vi.mock("server-only", () => ({}));

/** The manifest at the agents' door, as it is served. */
let database: TestDatabase;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("AIRLOCK_DB_GATEWAY_URL", database.urls.gateway);
  const owner = await makePerson(database.admin, "admin");
  key = (await makeAgent(database.admin, owner.id)).key;
  await pinTool(database.admin, contractOf({ policy: { exec: "deny" } }));
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

const ask = (headers: Record<string, string> = {}) =>
  GET(new Request("http://localhost/api/v1/manifest", { headers: { Authorization: `Bearer ${key}`, ...headers } }));

test("an agent's key gets the bytes that the hash in the headers is made of", async () => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  const body = await answer.text();
  const hash = `alm1:sha256:${createHash("sha256").update("airlock/manifest\0").update("1\0").update(body).digest("hex")}`;
  expect(answer.headers.get("etag")).toBe(`"${hash}"`);
  expect(answer.headers.get("airlock-manifest-hash")).toBe(hash);
  const parsed = parseManifest(body);
  expect(parsed.ok && diffManifests(await readManifest(database.as("auditor")), parsed.value)).toEqual([]);
  expect(parsed.ok && parsed.value.tools.length).toBe(1);
});

test("who kept it hears in one line that nothing moved, until something does", async () => {
  const etag = (await ask()).headers.get("etag") ?? "";
  const same = await ask({ "If-None-Match": `"other", W/${etag}` });
  expect([same.status, await same.text()]).toEqual([304, ""]);
  await pinTool(database.admin, contractOf());
  expect((await ask({ "If-None-Match": etag })).status).toBe(200);
});

test.each([
  ["no key", ""],
  ["a key that nobody issued", `Bearer alk_live_${"0".repeat(43)}`],
])("%s is refused", async (_, header) => {
  const answer = await ask({ Authorization: header });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { code: "bad_agent_key" } });
});
