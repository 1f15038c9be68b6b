import { afterAll, beforeAll, expect, test } from "vitest";
import { markInstallation } from "#db/installation.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { registryReadings } from "./readings.ts";
import { seedRegistry } from "./seed-registry.ts";
import { VERSIONS_A_TOOL } from "./tool-at.ts";

const TOOLS = 110;
const NOW = Date.parse("2026-11-16T00:00:00Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a registry is loaded only into a database that is marked for benches", async () => {
  await expect(seedRegistry(database.admin, 1, NOW)).rejects.toThrow("only loaded into a bench");
});

test("what is loaded hashes in the database as it says, and every reading of the bench finds what it looks for", async () => {
  await markInstallation(database.admin, "bench");
  await seedRegistry(database.admin, TOOLS, NOW);
  const [loaded] = await database.admin<{ versions: number; wrong: number; unfit: number }[]>`
    select count(*)::int as versions,
      count(*) filter (where airlock.definition_hash(v.contract_text) <> v.definition_hash)::int as wrong,
      count(*) filter (where v.id = t.pinned_version_id and v.state <> 'approved')::int as unfit
    from agents.tool_versions v join agents.tools_registry t on t.id = v.tool_id`;
  expect(loaded).toEqual({ versions: TOOLS * VERSIONS_A_TOOL, wrong: 0, unfit: 0 });
  const web = database.as("web");
  const found: Record<string, number> = {};
  for (const [metric, work] of Object.entries(registryReadings(100, NOW))) {
    const read = (await work(web, 0, 3)) as { items?: unknown[] };
    found[metric] = read.items?.length ?? 1;
  }
  expect(found).toEqual({
    "list.first": 50,
    "list.changed": 50,
    "list.filtered": 50,
    "search.word": 1,
    "search.common": 50,
    "search.hash": 1,
    "tool.page": 1,
  });
});
