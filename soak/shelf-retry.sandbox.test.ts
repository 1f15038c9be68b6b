import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { registerShippedTools } from "#db/register-shipped-tools.ts";
import { makeAgent, makePerson } from "#db/testing/fixtures.ts";
import type { TestDatabase } from "#db/testing/test-database.ts";
import { approveInvocation } from "#lib/approvals/decide-invocation.ts";
import { ask } from "#lib/gateway/ask.ts";
import { loadToolSettings } from "#lib/tools/read-settings.ts";
import { shippedTools } from "#lib/tools/register.ts";
import { granted, shown } from "./acts.ts";
import { WorkerFleet } from "./crash/worker-fleet.ts";
import { onOwnDatabase } from "./own-database.ts";
import { openOwnHome } from "./own-home.ts";

/** The other side of a tool that writes: it acts once for a key, and does not answer the first time until it is told to. */
function openCounterpart() {
  const requests: string[] = [];
  const effects = new Set<string>();
  const server = createServer((request, response) => {
    const key = String(request.headers["idempotency-key"]);
    requests.push(key);
    effects.add(key);
    if (requests.length > 1) response.writeHead(201).end("done");
  });
  return { requests, effects, server };
}

/** Kills the dispatcher when the counterpart has acted and has not answered, and tells how the call ended. */
async function killInMidCall(
  database: TestDatabase,
  actsOnce: boolean,
): Promise<{ status: string; requests: string[]; effects: number }> {
  const { admin } = database;
  const counterpart = openCounterpart();
  await new Promise<void>((listening) => counterpart.server.listen(0, "127.0.0.1", listening));
  const host = `127.0.0.1:${(counterpart.server.address() as AddressInfo).port}`;
  const own = openOwnHome("shelf-retry");
  const settings = granted(
    loadToolSettings(`tools: { web_post: { hosts: ["${host}"], hosts_act_once: ${actsOnce} } }`),
  );
  await registerShippedTools(admin, await shippedTools(settings));
  const operator = await makePerson(admin, "operator");
  const agent = await makeAgent(admin, (await makePerson(admin, "admin")).id);
  const [gateway, web] = [database.as("gateway"), database.as("web")];
  const fleet = await WorkerFleet.start({
    size: 1,
    slots: 1,
    leaseSeconds: 3,
    url: database.urls.worker,
    home: own.path,
  });
  try {
    const input = { url: `http://${host}/pay` };
    const { id } = granted(await ask(gateway, agent.key, { tool: "web_post", input, idempotencyKey: "pay-1" }));
    granted(await approveInvocation(web, operator.session, await shown(web, id), null));
    await expect.poll(() => counterpart.requests.length, { timeout: 30_000 }).toBe(1);
    const [pid] = fleet.pids;
    await fleet.kill(pid ?? 0, "group");
    const status = async () => {
      const [row] = await web<{ status: string }[]>`select status from agents.tool_invocations where id = ${id}`;
      return row?.status ?? "";
    };
    await expect.poll(status, { timeout: 60_000 }).not.toBe("running");
    return { status: await status(), requests: counterpart.requests, effects: counterpart.effects.size };
  } finally {
    await fleet.stop();
    counterpart.server.closeAllConnections();
    counterpart.server.close();
    own.remove();
  }
}

test("a tool that writes is sent again with the same key after its dispatcher was killed, and has one effect", async () => {
  const end = await onOwnDatabase((database) => killInMidCall(database, true));
  const [key] = end.requests;
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(end).toEqual({ status: "completed", requests: [key, key], effects: 1 });
}, 120_000);

test("control: one whose other side keeps to no key is not sent again; a person is asked", async () => {
  const end = await onOwnDatabase((database) => killInMidCall(database, false));
  expect(end).toEqual({ status: "unknown", requests: [expect.any(String)], effects: 1 });
}, 120_000);
