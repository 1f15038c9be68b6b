import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, pinTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { look } from "#db/testing/trust-fixtures.ts";
import { listTrust } from "#lib/trust/queries/list-trust.ts";
import { rehearseWhatIf } from "#lib/trust/what-if.ts";
import { loadDemo } from "./load.ts";
import { GARDENER } from "./people.ts";

let database: TestDatabase;
const home = mkdtempSync(join(tmpdir(), "airlock-demo-"));

beforeAll(async () => {
  database = await createTestDatabase();
  const { admin } = database;
  for (const name of ["read_file", "write_file"]) await pinTool(admin, contractOf({ name }));
  await pinTool(admin, contractOf({ name: "git_commit", category: "version_control", actionType: "vcs:commit" }));
  await pinTool(admin, contractOf({ name: "http_fetch", category: "web", actionType: "web:fetch" }));
  await loadDemo(admin, home);
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

test("one agent of the demo earns its trust: it has levels, scores and something to rise by, and asks nobody yet", async () => {
  const web = database.as("web");
  await look(database.as("housekeeper"));
  const { items } = await listTrust(web, { words: GARDENER });
  const track = (category: string) => items[0]?.tracks.find((one) => one.category === category);
  expect(track("file_system")).toMatchObject({ level: "standard", calls: expect.any(Number) });
  expect(track("version_control")).toMatchObject({ level: "restricted", next: { to: "standard" } });
  expect(track("version_control")?.next?.missing).not.toEqual([]);
  expect(track("web")?.next?.missing).not.toEqual([]);
  expect(track("deployment")).toMatchObject({ level: "sandboxed", next: { to: "restricted", human: true } });
  expect(await web`select from agents.approvals where status = 'pending'`).toHaveLength(0);
});

test("and its past is enough for a what-if to say something of it", async () => {
  const text = "trust:\n  strategy: weighted\n";
  const found = await rehearseWhatIf(database.as("web"), { text, days: 90 }, Date.now());
  expect(found.ok && found.value.moves.filter(({ agent }) => agent === GARDENER).length).toBeGreaterThan(0);
});
