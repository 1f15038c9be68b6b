import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { ask } from "./ask.ts";

const WORDS = { type: "object" } as const;
const NETWORK = { network: { mode: "allowlist" as const, hosts: ["*.example.com:443"] } };

let database: TestDatabase;
let sql: Sql;
let agent: TestAgent;
let fetcher: TestTool;
let payer: TestTool;
let reader: TestTool;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.as("gateway", 4);
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id, "standard");
  fetcher = await pinTool(
    database.admin,
    contractOf({ inputSchema: WORDS, safetyClass: "network", egressClass: "read_only", policy: NETWORK }),
  );
  const gate = { targets: [{ at: "/to", kind: "recipient" as const }] };
  payer = await pinTool(
    database.admin,
    contractOf({ inputSchema: WORDS, safetyClass: "financial", egressClass: "write", gate }),
  );
  reader = await pinTool(database.admin, contractOf({ inputSchema: WORDS }));
});
afterAll(() => database.drop());

async function asked(tool: TestTool, input: Record<string, unknown>) {
  const answer = await ask(sql, agent.key, { tool: tool.name, input });
  if (!answer.ok) throw new Error(answer.message);
  const [row] = await database.admin<{ tier: string; people: number; status: string; saw: string | null }[]>`
    select i.tier, i.required_approvals as people, i.status,
      jsonb_path_query_first(n.trace, '$.lines[*] ? (@.rule == "target.first_seen")') ->> 'saw' as saw
    from agents.tool_invocations i join agents.invocation_inputs n on n.invocation_id = i.id where i.id = ${answer.value.id}`;
  return row;
}

test("the database hears from the gate whom a call reaches", async () => {
  const saw = "host docs.example.com:443";
  expect(await asked(fetcher, { url: "https://docs.example.com/a" })).toEqual({
    ...{ tier: "high", people: 0, status: "running", saw },
  });
  expect(await asked(payer, { to: "DE89 3704", amount: 5 })).toEqual({
    ...{ tier: "dual", people: 2, status: "pending", saw: "recipient DE89 3704" },
  });
});

test("a call that reads the agent's own files is what its class says, however new the file", async () => {
  expect(await asked(reader, { path: "never/seen.md" })).toEqual({
    tier: "low",
    people: 0,
    status: "running",
    saw: null,
  });
});

test("calls that are decided together are raised each for itself", async () => {
  const inputs = [{ url: "https://x.example.com/" }, { note: "no host" }, { url: "https://y.example.com/" }];
  const rows = await Promise.all(inputs.map((input) => asked(fetcher, input)));
  expect(rows.map((row) => row?.saw)).toEqual(["host x.example.com:443", null, "host y.example.com:443"]);
  expect(rows.map((row) => row?.tier)).toEqual(["high", "medium", "high"]);
});
