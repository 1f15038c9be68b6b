import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson, registerWorker } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { BundleStore } from "#lib/dispatch/bundle-store.ts";
import { syncNextServer } from "#lib/dispatch/sync-server.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import { connectHandbook } from "./connect-handbook.ts";

let database: TestDatabase;
let home: string;
beforeAll(async () => {
  database = await createTestDatabase();
  home = mkdtempSync(join(tmpdir(), "airlock-handbook-"));
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

test("the demo's server answers from inside the sandbox, and nothing about its tools is noticed", async () => {
  const { admin } = database;
  const { id } = await makePerson(admin, "admin");
  const [person] = await admin<{ email: string }[]>`select email from agents.people where id = ${id}`;
  await admin.begin((sql) => connectHandbook(sql, person?.email ?? ""));
  const sql = database.as("worker");
  const sandbox = await openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home });
  try {
    const workshop = {
      sandbox,
      bundles: new BundleStore(sql, join(home, "bundles")),
      workspaces: join(home, "w"),
      home,
    };
    const signal = new AbortController().signal;
    await syncNextServer({ sql, workerId: await registerWorker(sql), workshop, signal });
  } finally {
    await sandbox.close();
  }
  const [listing] = await admin`
    select s.state, s.error_message as error, jsonb_path_query_array(l.tools, '$[*].upstream') as tools,
      jsonb_path_query_array(l.tools, '$[*].findings[*]') as findings
    from agents.mcp_servers s left join agents.mcp_listings l on l.id = s.listing_id`;
  expect(listing).toEqual({ state: "listed", error: null, tools: ["list_pages", "read_page"], findings: [] });
});
