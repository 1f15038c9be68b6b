import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { shippedTools } from "#lib/tools/register.ts";
import { registerShippedTools } from "./register-shipped-tools.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("the first version of a shipped tool is in force; a changed one asks reviewers, once", async () => {
  const { admin } = database;
  await registerShippedTools(admin, await shippedTools());
  const changed = await shippedTools({ fetchHosts: ["127.0.0.1:8080"] });
  expect(await registerShippedTools(admin, changed)).toEqual(["http_fetch"]);
  expect(await registerShippedTools(admin, changed)).toEqual([]);
  const versions = await admin`
    select v.number, v.state, v.source, t.pinned_version_id = v.id as "inForce", a.status as review
    from agents.tool_versions v join agents.tools_registry t on t.id = v.tool_id
    left join agents.approvals a on a.subject_kind = 'tool_version' and a.subject_id = v.id
    where t.name = 'http_fetch' order by v.number`;
  expect(versions).toEqual([
    { number: 1, state: "approved", source: "shipped", inForce: true, review: null },
    { number: 2, state: "review", source: "shipped", inForce: false, review: "pending" },
  ]);
});
