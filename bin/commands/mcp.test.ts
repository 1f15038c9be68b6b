import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, pinTool, spoilt, type TestTool } from "#db/testing/fixtures.ts";
import { type McpDoor, openMcpDoor } from "#lib/gateway/mcp/door.fixture.ts";
import { serveOn } from "#lib/gateway/mcp/serve-on.fixture.ts";

/** The bridge as clients start it: a process with standard streams, before a gateway on a socket. */
const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
let door: McpDoor;
let server: Server;
let writer: TestTool;
let port: number;

beforeAll(async () => {
  door = await openMcpDoor();
  writer = await pinTool(door.database.admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  server = createServer(serveOn(door));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  expect(door.reported).toEqual([]);
  await door.close();
});

const start = async (mode: "auto" | "legacy", key = door.agent.key) => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, "mcp", "--url", `http://127.0.0.1:${port}`],
    env: { AIRLOCK_KEY: key, PATH: process.env.PATH ?? "" },
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
};

test.each(["auto", "legacy"] as const)(
  "a client over standard streams (%s) lists, calls, gives up and hears of changes",
  async (mode) => {
    const client = await start(mode);
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain(writer.name);
      const held = await client.callTool({ name: writer.name, arguments: {}, _meta: { "airlock/waitSeconds": 0 } });
      expect(JSON.stringify(held)).toContain("A person has to approve");
      const gone = new AbortController();
      const before = new Date();
      const call = client
        .callTool({ name: writer.name, arguments: { n: mode } }, { signal: gone.signal })
        .catch(() => {});
      const statusSince = async () =>
        (
          await door.database.admin<{ status: string }[]>`
        select status from agents.tool_invocations where asked_at >= ${before}`
        )[0]?.status;
      await expect.poll(statusSince, { timeout: 30_000 }).toBe("pending");
      gone.abort();
      await call;
      await expect.poll(statusSince, { timeout: 30_000 }).toBe("cancelled");
      let heard = 0;
      client.setNotificationHandler("notifications/tools/list_changed", () => {
        heard += 1;
      });
      if (mode === "auto") await client.listen({ toolsListChanged: true });
      const add = async () => {
        await pinTool(door.database.admin, contractOf());
        await door.database.admin.notify("airlock_events", "");
        return heard;
      };
      await expect.poll(add, { timeout: 30_000, interval: 1_000 }).toBeGreaterThan(0);
    } finally {
      await client.close();
    }
  },
  // A process is started, and then waited for by the clock more than once.
  120_000,
);

test("a script that writes its requests and closes is answered, and is not kept by what waits for people", async () => {
  const call = { name: writer.name, arguments: { n: "script" } };
  const lines = [
    { id: 1, method: "ping" },
    { id: 2, method: "tools/list" },
    { id: 3, method: "tools/call", params: call },
  ].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
  const args = [MAIN, "mcp", "--url", `http://127.0.0.1:${port}`];
  const bridge = spawn(process.execPath, args, { env: { ...process.env, AIRLOCK_KEY: door.agent.key } });
  bridge.stdin.end(`${lines.join("\n")}\n`);
  const [answers] = await Promise.all([text(bridge.stdout), once(bridge, "exit")]);
  const ids = answers.split("\n").filter(Boolean);
  expect(ids.map((line) => (JSON.parse(line) as { id: number }).id).sort()).toEqual([1, 2]);
}, 60_000);

test("a key that opens nothing is told as such, and is not repeated", async () => {
  const key = spoilt(door.agent.key);
  const { status, stderr, stdout } = spawnSync(process.execPath, [MAIN, "mcp", "--key", key], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain("There is no agent key");
  expect(stdout + stderr).not.toContain(key);
});

test("an address to which the key would travel in the open is refused", () => {
  const args = [MAIN, "mcp", "--url", "http://gateway.example", "--key", door.agent.key];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stderr.includes("in the open"), stderr.includes(door.agent.key)]).toEqual([2, true, false]);
});

test.each(["", "  ", "caf\u00e9 \u65e5", "a\nb", "x".repeat(201)])(
  "a session that no header can carry is refused (%j)",
  (name) => {
    const args = [MAIN, "mcp", "--session", name, "--key", door.agent.key];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([status, stderr.includes("--session has")]).toEqual([2, true]);
  },
);
