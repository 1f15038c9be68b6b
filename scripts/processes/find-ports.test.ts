import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { findPortPair } from "./find-ports.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function occupy(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return address.port;
}

test("a taken port is passed over", async () => {
  const taken = await occupy("127.0.0.1");
  expect(await findPortPair(taken, "127.0.0.1")).toBeGreaterThan(taken);
});

test("a free port whose neighbour is taken is passed over: the gateway needs the one after", async () => {
  const taken = await occupy("127.0.0.1");
  expect(await findPortPair(taken - 1, "127.0.0.1")).toBeGreaterThan(taken);
});
