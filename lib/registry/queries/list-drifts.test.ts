import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAgent, makePerson, registerWorker, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { claimSync, connectServer, listed, mcpContract, reportListing } from "#db/testing/mcp-fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { decideReview } from "#lib/registry/decide-review.ts";
import { compareContracts } from "#lib/registry/drift/compare-contracts.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { listDrifts } from "./list-drifts.ts";
import { listReviews } from "./list-reviews.ts";
import { listTools } from "./list-tools.ts";
import { readReview } from "./read-review.ts";
import { readTool } from "./read-tool.ts";

let database: TestDatabase;
let web: Sql;
let worker: Sql;
let workerId: string;
let admin: TestPerson;
let rita: TestPerson;
let agent: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  worker = database.as("worker");
  workerId = await registerWorker(worker);
  admin = await makePerson(database.admin, "admin");
  rita = await makePerson(database.admin, "reviewer", { roleAge: "30 days" });
  agent = await makeAgent(database.admin, admin.id);
});
afterAll(() => database.drop());

async function report(root: string, tools: readonly unknown[]): Promise<void> {
  const claim = await claimSync(worker, workerId);
  if (!claim) throw new Error("nothing is to be listed");
  await reportListing(worker, workerId, claim, root, tools);
}

it("a drift of a server's tool stands on its page with what changed, how often it was seen, and who had called it", async () => {
  const server = await connectServer(web, admin);
  const before = mcpContract(server, "weather", { description: "Tells the weather." });
  await report("root-1", [listed(before)]);
  const imported = JSON.stringify([listed(before)]);
  await web`select agents.fn_import_mcp_tools(${admin.session}, ${server}, 'root-1', ${imported}::text::jsonb)`;
  const [waiting] = (await listReviews(web, rita.id)).items;
  const tool = await readTool(web, before.name);
  const viewer = { personId: rita.id, name: "x", email: "x@example.test", role: "reviewer" } as const;
  const review = await readReview(web, viewer, tool?.versions[0]?.id ?? "");
  expect(waiting).toMatchObject({ tool: before.name, source: "mcp", severity: null, author: expect.anything() });
  await decideReview(web, rita.session, {
    approvalId: review?.id ?? "",
    digest: review?.digest ?? "",
    decision: "approve",
    reason: "Read it.",
    note: null,
  });
  for (const city of ["Oslo", "Rome", "Bern"]) {
    await database.as("gateway")`
      select agents.fn_invoke_tool(${agent.key}, ${before.name}, ${JSON.stringify({ city })}, ${hashDefinition(before)}, '[]', ${city})`;
  }
  // One is never taken; of the other two one meets the change at its dispatch, and the server does not get it.
  await database.admin`
    update agents.tool_invocations set worker_id = ${workerId}, claimed_at = now(), fence = 1, lease_expires_at = now() + interval '1 minute',
      error_code = case when effect = 'Rome' then 'tool_drifted' end
    where effect <> 'Bern'`;

  const after = { ...before, description: "Tells the weather, and more." };
  const changes = compareContracts(before, after);
  for (const root of ["root-2", "root-2"]) {
    await web`select agents.fn_request_mcp_sync(${admin.session}, ${server})`;
    await report(root, [listed(after, { severity: "review", changes })]);
  }
  const [drift, ...more] = await listDrifts(web, tool?.id ?? "");
  expect(more).toEqual([]);
  expect(drift).toMatchObject({
    from: 1,
    to: 2,
    severity: "review",
    times: 2,
    foundBy: "requested",
    resolvedAt: null,
    changes: [{ part: "description", code: "text.changed" }],
    agents: [{ name: agent.name, calls: 1 }],
  });
  expect((await listTools(web, { sort: "name", concern: "drifted" })).items).toMatchObject([
    { name: before.name, server: expect.stringContaining("server-"), source: "mcp", undecided: 1 },
  ]);
  expect((await listReviews(web, rita.id)).items).toMatchObject([{ tool: before.name, severity: "review", number: 2 }]);
});
