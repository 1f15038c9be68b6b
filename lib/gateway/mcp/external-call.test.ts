import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, pinTool, type TestTool } from "#db/testing/fixtures.ts";
import { ask } from "../ask.ts";
import { readInvocationForAgent } from "../read-invocation.ts";
import { type McpDoor, openMcpDoor } from "./door.fixture.ts";

/** What an agent runs itself is asked for and reported over HTTP; over MCP nothing may happen to it. */
let door: McpDoor;
let tool: TestTool;
beforeAll(async () => {
  door = await openMcpDoor();
  tool = await pinTool(door.database.admin, contractOf({ runtime: { kind: "external" } }));
});
afterAll(async () => {
  expect(door.reported).toEqual([]);
  await door.close();
});

const callOverMcp = async (meta: Record<string, unknown> = {}) =>
  (await door.post("tools/call", { name: tool.name, arguments: { n: 1 }, _meta: meta })).text();
const countCalls = async () => {
  const [row] = await door.database.admin<
    { calls: number }[]
  >`select count(*)::int as calls from agents.tool_invocations`;
  return row?.calls;
};

test("a call of one leaves nothing behind", async () => {
  const before = await countCalls();
  expect(await callOverMcp()).toContain("unknown_tool");
  expect(await countCalls()).toBe(before);
});

test("a call under the key of one that runs does nothing to it", async () => {
  const { sql } = door.gateway;
  const { key } = door.agent;
  const asked = await ask(sql, key, { tool: tool.name, input: { n: 1 }, idempotencyKey: "mine" });
  if (!asked.ok) return expect.fail(asked.message);
  const runner = randomUUID();
  const lease = async () => {
    const view = await readInvocationForAgent(sql, key, asked.value.id, runner);
    return view.ok ? view.value.lease?.fence : expect.fail(view.message);
  };
  expect(await lease()).toBe(1);
  expect(await callOverMcp({ "airlock/idempotencyKey": "mine" })).toContain("unknown_tool");
  expect(await lease()).toBe(1);
});

test("looking at one over MCP takes no lease", async () => {
  const { sql } = door.gateway;
  const { key } = door.agent;
  const asked = await ask(sql, key, { tool: tool.name, input: { n: 2 } });
  if (!asked.ok) return expect.fail(asked.message);
  const { id } = asked.value;
  await door.post("tools/call", { name: "airlock_status", arguments: { id } });
  const [row] = await door.database.admin<{ taken: boolean }[]>`
    select claimed_at is not null as taken from agents.tool_invocations where id = ${id}`;
  expect(row?.taken).toBe(false);
});

test("the tools that find tools name none that this door would say it has not", async () => {
  const ours = await pinTool(door.database.admin, contractOf());
  const callOwn = async (name: string, input: object) =>
    (await door.post("tools/call", { name, arguments: input })).text();
  const listed = await callOwn("list_tools", {});
  expect(listed).toContain(ours.name);
  expect(listed).not.toContain(tool.name);
  expect(await callOwn("load_tool", { name: tool.name })).toContain("unknown_tool");
  expect(await callOwn("load_tool", { name: ours.name })).not.toContain("unknown_tool");
});
