import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lifecycle } from "#lib/policy/vocabulary.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { openStore, type Store, type Tool } from "./store.fixture.ts";

/** Every name leads here; nothing leaves this machine. */
let origin: Server;
const asked: string[] = [];
let store: Store;

beforeAll(async () => {
  origin = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(`${request.url} with ${request.headers.authorization ? "a header" : "none"}`);
  }).listen(0, "127.0.0.1");
  await once(origin, "listening");
  const { port } = origin.address() as { port: number };
  store = await openStore(
    {},
    {
      resolve: async () => ["93.184.216.34"],
      dial: async () => {
        const socket = connect(port, "127.0.0.1");
        await once(socket, "connect");
        return socket;
      },
      ownAddresses: () => [],
      // Where a secret leaves it does so in TLS; our origin is not asked to prove its name here.
      secure: async (socket) => socket,
    },
  );
});
afterAll(async () => {
  await store.close();
  origin.close();
});

const FETCH = `const seen = []; for (const host of ['api.test', 'other.test'])
  try { seen.push(await (await fetch('http://' + host + '/' + input)).text()); } catch { seen.push('failed'); }
  return seen;`;
const CREDENTIALS: SandboxPlan["credentials"] = [
  { as: "header", secret: "key", host: "api.test:80", header: "authorization", prefix: "Bearer " },
];
const owner = { correlation: { agentId: "a", taskId: "t" }, secrets: { key: "canary-of-the-header" } };

function fetching(lifecycle: Lifecycle, body = FETCH): Tool {
  const policy = {
    filesystem: { read: [], write: [] },
    network: { mode: "allowlist" as const, hosts: ["api.test:80"] },
    exec: "deny" as const,
  };
  return store.tool(body, { policy }, { lifecycle, credentials: CREDENTIALS });
}

test.each([
  ["stands ready", "per-call", "warm"],
  ["is shared", "per-task", "reused"],
] as const)(
  "a sandbox that %s has the same network, added header and record as any other",
  async (_, lifecycle, start) => {
    const tool = fetching(lifecycle);
    const first = await tool.run("one", owner);
    if (lifecycle === "per-call") await tool.untilReady();
    const second = await tool.run("two", owner);
    expect([first.start, second.start]).toEqual(["cold", start]);
    expect(first.answer).toEqual({ ok: true, output: ["/one with a header", expect.not.stringContaining("/one")] });
    expect(second.answer).toEqual({ ok: true, output: ["/two with a header", expect.not.stringContaining("/two")] });
    // Each record is the call's own.
    for (const { network } of [first, second]) {
      expect(network).toMatchObject([
        { host: "api.test", allowed: true },
        { host: "other.test", allowed: false },
      ]);
    }
    expect(second.network[0]?.path).toBe("/two");
    expect(JSON.stringify([first, second])).not.toContain("canary");
  },
);

test("what a tool goes on with behind its answer reaches nobody before its owner's next call, and is then on that call's record", async () => {
  const body = `globalThis.behind ??= setInterval(() => fetch('http://api.test/behind').catch(() => {}), 10);
    while (input && !globalThis.through) try { globalThis.through = await (await fetch('http://api.test/in-' + input)).text(); } catch {}
    globalThis.through = null; await new Promise((done) => setTimeout(done, 200)); return null;`;
  const tool = fetching("per-task", body);
  const of = { ...owner, correlation: { agentId: "a", taskId: "behind" } };
  const paths = ({ network }: { network: readonly { path?: string }[] }) => network.map(({ path }) => path);
  // The control: while its call runs, the same code gets through.
  expect(paths(await tool.run("one", of))).toContain("/behind");
  // What was on its way when the answer came may be read late; what is sent afterwards would never come to an end.
  let before = -1;
  for (let looks = 0; asked.length !== before && looks < 10; looks += 1) {
    before = asked.length;
    await new Promise((done) => setTimeout(done, 400));
  }
  expect(asked.slice(before)).toEqual([]);
  const second = await tool.run("two", of);
  expect(second.start).toBe("reused");
  expect(paths(second)).toEqual(expect.arrayContaining(["/in-two", "/behind"]));
});
