import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractOf, pinTool, type TestTool } from "#db/testing/fixtures.ts";
import { type Era, type McpDoor, openMcpDoor } from "./door.fixture.ts";

/** The story of an agent that speaks MCP, told by the SDK's own client in both kinds of the protocol. */
let door: McpDoor;
let reader: TestTool;
let writer: TestTool;

beforeAll(async () => {
  door = await openMcpDoor();
  const inputSchema = { type: "object", properties: { n: { type: "number" } }, additionalProperties: false };
  reader = await pinTool(door.database.admin, contractOf({ inputSchema, outputSchema: { type: "object" } }));
  writer = await pinTool(
    door.database.admin,
    contractOf({ inputSchema, egressClass: "write", safetyClass: "write", description: "Writes things." }),
  );
});
afterAll(async () => {
  await door.close();
});

interface Said {
  readonly content: { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: Record<string, unknown>;
}
const textOf = ({ content }: Said) => content.map(({ text = "" }) => text).join("\n");
const idIn = (said: Said) => String(said._meta?.["airlock/id"]);

describe.each<Era>(["auto", "legacy"])("a client that negotiates %s", (era) => {
  test("lists the tools that its agent may use, from their pinned definitions", async () => {
    const client = await door.connect(era);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["list_tools", "load_tool", "load_tool_resource", "airlock_status"]));
    expect(names).toEqual(expect.arrayContaining([reader.name, writer.name]));
    expect(new Set(names).size).toBe(names.length);
    const listed = tools.find(({ name }) => name === writer.name);
    expect(listed).toMatchObject({ description: "Writes things.", annotations: { destructiveHint: true } });
    expect(listed?._meta).toEqual({
      "airlock/definitionHash": writer.definitionHash,
      "airlock/requiresApproval": true,
    });
  });

  test("gets the cleaned output of a call that needs nobody", async () => {
    const client = await door.connect(era);
    const [said] = await Promise.all([
      client.callTool({ name: reader.name, arguments: { n: 1 } }),
      door.runNext({ raw: Buffer.from("raw \u001b[2J"), cleanedJson: '{"sum":2}' }),
    ]);
    expect(said).toMatchObject({ structuredContent: { sum: 2 } });
    expect(said.isError).not.toBe(true);
    expect(JSON.stringify(said)).not.toContain("raw");
  });

  test("hears of progress while a person is asked, then gets an id, and the result by it", async () => {
    const client = await door.connect(era);
    const heard: number[] = [];
    const held = (await client.callTool(
      { name: writer.name, arguments: { n: 2 }, _meta: { "airlock/waitSeconds": 1 } },
      { onprogress: ({ progress }) => void heard.push(progress) },
    )) as Said;
    expect(held.isError).toBe(true);
    expect(textOf(held)).toMatch(/A person has to approve this call.*airlock_status/s);
    expect(heard.length).toBeGreaterThanOrEqual(2);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    const waiting = (await client.callTool({ name: "airlock_status", arguments: { id: idIn(held) } })) as Said;
    expect(waiting.isError).toBe(false);
    await door.approve(idIn(held));
    const [ended] = await Promise.all([
      client.callTool({ name: "airlock_status", arguments: { id: idIn(held), waitSeconds: 20 } }),
      door.runNext({ raw: Buffer.from("x"), cleanedJson: '"written"' }),
    ]);
    expect(textOf(ended as Said)).toContain("written");
    expect((ended as Said).isError).not.toBe(true);
  });

  test("is told by code and sentence what is wrong with its input, and nothing is asked", async () => {
    const client = await door.connect(era);
    const before = await door.database.admin`select count(*)::int as calls from agents.tool_invocations`;
    const said = (await client.callTool({ name: reader.name, arguments: { n: "one" } })) as Said;
    expect(said.isError).toBe(true);
    expect(textOf(said)).toMatch(/^invalid_input: /);
    expect(await door.database.admin`select count(*)::int as calls from agents.tool_invocations`).toEqual(before);
  });

  test("takes a held call back by the tool, and the people are no longer asked", async () => {
    const client = await door.connect(era);
    const held = (await client.callTool({
      name: writer.name,
      arguments: { n: 3 },
      _meta: { "airlock/waitSeconds": 0 },
    })) as Said;
    const said = (await client.callTool({
      name: "airlock_status",
      arguments: { id: idIn(held), cancel: true },
    })) as Said;
    expect(textOf(said)).toMatch(/^cancelled: /);
  });

  test("gets the same call again by the same key, and is told so; with another input it is a conflict", async () => {
    const client = await door.connect(era);
    const _meta = { "airlock/idempotencyKey": `once-${era}`, "airlock/waitSeconds": 0 };
    const first = (await client.callTool({ name: writer.name, arguments: { n: 4 }, _meta })) as Said;
    door.restart();
    const again = await door.connect(era);
    const second = (await again.callTool({ name: writer.name, arguments: { n: 4 }, _meta })) as Said;
    expect(idIn(second)).toBe(idIn(first));
    const other = (await again.callTool({ name: writer.name, arguments: { n: 5 }, _meta })) as Said;
    expect(textOf(other)).toMatch(/^idempotency_conflict: /);
  });
});

describe("a client that declares tasks", () => {
  const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const taskIn = async (answer: Response) => ((await answer.json()) as { result: Record<string, unknown> }).result;

  test("gets a task for a held call, follows it, and finds its result after a restart of the gateway", async () => {
    const held = await taskIn(
      await door.post("tools/call", { name: writer.name, arguments: { n: 6 } }, { capabilities }),
    );
    expect(held).toMatchObject({ resultType: "task", status: "working", ttlMs: null });
    expect(Object.keys(held)).not.toContain("content");
    const taskId = String(held.taskId);
    door.restart();
    const get = async () => taskIn(await door.post("tasks/get", { taskId }, { capabilities }));
    expect(await get()).toMatchObject({ resultType: "complete", status: "working" });
    // Whatever a client answers is no approval.
    await door.post("tasks/update", { taskId, inputResponses: { approve: { action: "accept" } } }, { capabilities });
    expect(await get()).toMatchObject({ status: "working" });
    await door.approve(taskId);
    await door.runNext({ raw: Buffer.from("x"), cleanedJson: '"done"' });
    expect(await get()).toMatchObject({ status: "completed", result: { content: [{ type: "text", text: "done" }] } });
  });

  test("takes its task back; a client that does not declare tasks is told what it lacks", async () => {
    const held = await taskIn(
      await door.post("tools/call", { name: writer.name, arguments: { n: 7 } }, { capabilities }),
    );
    const taskId = String(held.taskId);
    expect(await taskIn(await door.post("tasks/cancel", { taskId }, { capabilities }))).toMatchObject({
      resultType: "complete",
    });
    expect(await taskIn(await door.post("tasks/get", { taskId }, { capabilities }))).toMatchObject({
      status: "cancelled",
    });
    const lacking = await door.post("tasks/get", { taskId });
    expect(await lacking.json()).toMatchObject({ error: { code: -32021 } });
  });
});

test("nothing of this was a bug", () => {
  expect(door.reported).toEqual([]);
});
