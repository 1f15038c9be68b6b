import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "postgres";
import { hintStream } from "#app/server/hint-stream.ts";
import { openChangeFeed } from "#db/change-feed.ts";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, pinTool } from "#db/testing/fixtures.ts";
import { type InboxPage, listInbox } from "#lib/approvals/queries/list-inbox.ts";
import { decideCall } from "#lib/gateway/decide-call.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { BenchDatabase } from "../server/open-server.ts";

/** Between two asks, so that each meets a page that has come to rest. */
const REST_MS = 500;

/** Milliseconds from an ask until a page that follows the hints has read the list with it, several a round. */
export async function measureVisible(
  { admin, urls }: BenchDatabase,
  viewer: Viewer,
  key: string,
  { rounds, asks, signal }: { readonly rounds: number; readonly asks: number; readonly signal: AbortSignal },
): Promise<number[][]> {
  // Graver than what waits already, so that it stands on the first page.
  const tool = await pinTool(
    admin,
    contractOf({ name: "grave_tool", safetyClass: "financial", egressClass: "write", actionType: "fs:write" }),
  );
  const web = openConnection(urls.web, { max: 4 });
  const gateway = openConnection(urls.gateway, { max: 1 });
  const server = await serve(web, viewer);
  const following = new AbortController();
  try {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const hints = await followHints(`${base}/live`, following.signal);
    const times: number[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      const own: number[] = [];
      for (let n = 0; n < asks; n += 1) own.push(await timeOne(base, hints, gateway, key, tool));
      times.push(own);
    }
    return times;
  } finally {
    following.abort();
    server.closeAllConnections();
    server.close();
    await Promise.all([web.end({ timeout: 5 }), gateway.end({ timeout: 5 })]);
  }
}

async function timeOne(
  base: string,
  hints: Hints,
  gateway: Sql,
  key: string,
  { name, definitionHash }: { readonly name: string; readonly definitionHash: string },
): Promise<number> {
  await pause(REST_MS);
  hints.forget();
  const started = performance.now();
  const input = JSON.stringify({ n: randomUUID() });
  const asked = await decideCall(gateway, { key, tool: name, input, definitionHash, checks: [], effect: "x" });
  if (!asked.ok) throw new Error(`An ask was refused: ${asked.message}`);
  const { id } = asked.value;
  for (;;) {
    await hints.next();
    const { items } = (await (await fetch(`${base}/list`)).json()) as InboxPage;
    if (items.some((item) => item.id === id)) break;
  }
  const took = performance.now() - started;
  await gateway`select agents.fn_cancel_tool_invocation(${key}, ${id})`;
  return took;
}

/** What the dashboard's routes do once they know who asks, on a server of its own. */
async function serve(web: Sql, viewer: Viewer): Promise<Server> {
  const feed = await openChangeFeed(web, "airlock_events");
  const server = createServer(async (request, response) => {
    if (request.url === "/live") {
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      for await (const hint of hintStream(async (listener) => feed.follow(listener), gone.signal)) response.write(hint);
      return;
    }
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(await listInbox(web, viewer)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

interface Hints {
  next(): Promise<void>;
  /** What was told before does not count. */
  forget(): void;
}

/** Reads the stream as a browser does; one hint may wait. */
async function followHints(url: string, signal: AbortSignal): Promise<Hints> {
  const { body } = await fetch(url, { signal });
  let told = false;
  let wake = () => {};
  const read = async () => {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (!text.includes("event: changed")) continue;
      told = true;
      wake();
    }
  };
  read().catch(() => {});
  return {
    forget: () => {
      told = false;
    },
    next: async () => {
      if (!told) await new Promise<void>((resolve) => (wake = resolve));
      told = false;
    },
  };
}
