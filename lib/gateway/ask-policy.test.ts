import type { Sql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestTool } from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import type { Hook } from "#lib/policy/hooks/hook.ts";
import { startHookServer } from "#lib/webhooks/testing/hook-server.ts";
import { ask } from "./ask.ts";
import { listTools } from "./disclosure/discover.ts";

let database: TestDatabase;
let sql: Sql;
let agent: TestAgent;
let files: TestTool;
let web: TestTool;
let service: Awaited<ReturnType<typeof startHookServer>>;
let answer: unknown;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.as("gateway", 2);
  agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id, "sandboxed");
  files = await pinTool(database.admin, contractOf());
  const policy = { network: { mode: "allowlist" as const, hosts: ["a.example:443"] } };
  const reading = { egressClass: "read_only", category: "web", actionType: "web:fetch" } as const;
  web = await pinTool(database.admin, contractOf({ ...reading, policy }));
  service = await startHookServer((response) => void response.end(JSON.stringify(answer)));
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(() => {
  answer = { proceed: true };
});

const AGENT = { profiles: [], allow: [], deny: [], enforce_tool_policies: true };

function put(change: Partial<PolicyDocument>, entry: Partial<PolicyDocument["agents"][string]> = {}) {
  return putPolicy(database.admin, {
    ...POLICY_AS_SHIPPED,
    ...change,
    agents: { [agent.name]: { ...AGENT, ...entry } },
  });
}

async function said(tool: TestTool, input: Record<string, unknown> = { n: 1 }): Promise<string> {
  const asked = await ask(sql, agent.key, { tool: tool.name, input }, { hooks: [], checksKey: "k".repeat(40) });
  return asked.ok ? asked.value.status : asked.code;
}

test("an outside check of the policy in force is asked about its tools, and its no counts", async () => {
  const check = { name: "risk", url: service.url, tools: [files.name], timeout_ms: 2_000 };
  await put({ checks: [check] });
  expect(await said(files)).toBe("running");
  expect(service.received).toHaveLength(1);
  answer = { proceed: false, reason: "not now" };
  expect(await said(files)).toBe("hook_refused");
  await put({ checks: [{ ...check, tools: [web.name] }] });
  expect(await said(files)).toBe("running");
  expect(service.received).toHaveLength(2);
});

test("a call that was checked while another policy was put in force is checked again under that one", async () => {
  const check = { name: "risk", url: service.url, tools: [files.name], timeout_ms: 2_000 };
  answer = { proceed: false, reason: "not now" };
  await put({});
  let asked = 0;
  const activating: Hook = {
    name: "slow",
    timeoutMs: 5_000,
    async check() {
      asked += 1;
      if (asked === 1) await put({ checks: [check] });
      return { proceed: true };
    },
  };
  const sayers = { hooks: [activating], checksKey: "k".repeat(40) };
  const decided = await ask(sql, agent.key, { tool: files.name, input: { n: 1 } }, sayers);
  expect(decided).toMatchObject({ ok: false, code: "hook_refused" });
  expect(asked).toBe(2);
});

test("a check that is not there denies", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await put({ checks: [{ name: "gone", url: "http://127.0.0.1:1/", timeout_ms: 500 }] });
  expect(await said(files)).toBe("hook_refused");
  vi.restoreAllMocks();
});

/** What the log says of the last call's reports. */
async function reported(): Promise<unknown> {
  const [row] = await database.admin<{ reported: unknown }[]>`
    select body::jsonb -> 'reported' as reported from audit.events where action = 'invocation.asked' order by at_us desc limit 1`;
  return row?.reported;
}

test("where the agent's policy is reported only, the gate refuses nothing, and schema and permission still do", async () => {
  await put({});
  expect(await said(files, { path: "/etc/passwd" })).toBe("path_refused");
  await put({}, { enforce_tool_policies: false });
  expect(await said(files, { path: "/etc/passwd" })).toBe("running");
  expect(await reported(), "the log says which rule would have refused it").toEqual(["gate.path"]);
  expect(await said(files, { path: "a.txt" })).toBe("running");
  expect(await reported()).toEqual([]);
  expect(await said(web, { url: "https://a.example/" })).toBe("access_refused");
});

test("a profile's rule narrows what the gate lets through", async () => {
  const rule = { tool: files.name, reason: "only its drafts", read: ["${workspace}/drafts/**"] };
  const careful = { description: "", rules: [rule], human_approval: [], approval_minutes: {}, budgets: [] };
  await put({});
  expect(await said(files, { path: "a.txt" })).toBe("running");
  await put({ profiles: { careful } }, { profiles: ["careful"] });
  expect(await said(files, { path: "a.txt" })).toBe("path_refused");
  expect(await said(files, { path: "drafts/a.txt" })).toBe("running");
});

test("a tool that the policy allows or denies by name is listed and called, or neither", async () => {
  const listed = async (): Promise<string[]> => {
    const tools = await listTools({ sql, key: agent.key });
    return tools.ok
      ? tools.value.tools.map(({ name }) => name).filter((name) => [files.name, web.name].includes(name))
      : [];
  };
  await put({});
  expect([await listed(), await said(web)]).toEqual([[files.name], "access_refused"]);
  await put({}, { allow: [web.name], deny: [files.name] });
  expect([await listed(), await said(web), await said(files)]).toEqual([[web.name], "running", "denied"]);
});
