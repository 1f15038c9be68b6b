import { afterAll, beforeAll, expect, test } from "vitest";
import { markInstallation } from "#db/installation.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { listTools } from "#lib/registry/queries/list-tools.ts";
import { registryReadings } from "./readings.ts";
import { seedRegistry } from "./seed-registry.ts";
import { COMMON_WORD, VERSIONS_A_TOOL } from "./tool-at.ts";

/** More than a search takes for few, so that both of its ways are gone. */
const TOOLS = 450;
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

test("a search for what nearly all tools have gives the same pages, in the same order, as sorting all of them would", async () => {
  const web = database.as("web");
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const page = await listTools(web, { sort: "name", words: COMMON_WORD, safetyClass: "read", before });
    seen.push(...page.items.map(({ name }) => name));
    before = page.next;
  } while (before);
  const all = await database.admin<{ name: string }[]>`
    select name from agents.tools_registry where safety_class = 'read' order by name`;
  expect(seen).toEqual(all.map(({ name }) => name));
});
