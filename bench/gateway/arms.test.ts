import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createTestDatabase } from "#db/testing/test-database.ts";
import { RoutesProcess } from "#soak/doors/routes-process.ts";
import { askBareRoute } from "../baselines/bare-route.ts";
import { driveMany } from "../drive-clients.ts";
import { arrangeAsker, endReleased } from "./arrange-asker.ts";
import { askOverHttp } from "./ask-over-http.ts";
import { askOverMcp } from "./ask-over-mcp.ts";
import { openConnections } from "./connections.ts";
import { startNoopWorkers } from "./noop-worker.ts";

test("the arms ask, are decided and get cleaned results; an answer that is none is an error and not a fast one", async () => {
  const database = await createTestDatabase();
  const door = await RoutesProcess.start({ databaseUrl: database.urls.gateway, sealingKey: "" });
  const connections = openConnections(door.address, 4);
  try {
    const asker = await arrangeAsker(database.admin);
    const decided = await driveMany(4, () => askOverHttp(connections, asker, 0), 300);
    expect(decided.perSecond).toBeGreaterThan(0);
    const overMcp = await driveMany(4, () => askOverMcp(connections, asker, 0), 300);
    expect(overMcp.perSecond).toBeGreaterThan(0);
    await endReleased(database.admin);
    const stop = await startNoopWorkers(database.as("worker", 4), 2);
    const cleaned = await driveMany(4, () => askOverHttp(connections, asker, 20), 300);
    const cleanedOverMcp = await driveMany(4, () => askOverMcp(connections, asker, 20), 300);
    expect(cleanedOverMcp.perSecond).toBeGreaterThan(0);
    await stop();
    expect(cleaned.perSecond).toBeGreaterThan(0);
    const [row] = await database.admin`select count(*)::int as calls from agents.invocation_outputs`;
    expect(row?.calls).toBeGreaterThan(0);
    await expect(askOverHttp(connections, { ...asker, tool: "none" }, 0)).rejects.toThrow("404");
    await expect(askOverMcp(connections, { ...asker, tool: "none" }, 0)).rejects.toThrow("unknown_tool");
  } finally {
    connections.agent.destroy();
    await door.stop();
    await database.drop();
  }
}, 60_000);

test("the bare route has to answer", async () => {
  const server = createServer((_, response) => response.writeHead(503).end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const connections = openConnections(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1);
  await expect(askBareRoute(connections)).rejects.toThrow("503");
  connections.agent.destroy();
  server.close();
});
