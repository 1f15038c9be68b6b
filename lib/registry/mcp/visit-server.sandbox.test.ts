import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { loadSandboxing } from "#lib/sandbox/config/load-sandboxing.ts";
import { DenyAllSandbox } from "#lib/sandbox/deny-all.ts";
import { REAL_DOORS } from "#lib/sandbox/egress/open-egress.ts";
import { type Ground, openGround, plantSecret } from "#lib/sandbox/hostile.fixture.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { mapResult } from "./map-result.ts";
import { readListing } from "./read-listing.ts";
import type { McpTransport } from "./server-configuration.ts";
import type { ServerSession } from "./server-session.ts";
import { visitServer } from "./visit-server.ts";

const TESTING = fileURLToPath(new URL("./testing", import.meta.url));
const MODULES = realpathSync(fileURLToPath(new URL("../../../node_modules", import.meta.url)));
const EVERYTHING = `${MODULES}/@modelcontextprotocol/server-everything/dist/index.js`;
const FILESYSTEM = `${MODULES}/@modelcontextprotocol/server-filesystem/dist/index.js`;

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

interface Given {
  readonly policy?: Partial<ToolPolicy>;
  readonly signal?: AbortSignal;
  readonly grant?: keyof typeof ACCESS_GRANTS;
  readonly sandbox?: SandboxRuntime;
}

function visit<T>(transport: McpTransport, work: (session: ServerSession) => Promise<Outcome<T>>, given: Given = {}) {
  const { policy, signal = new AbortController().signal, grant = "restricted", sandbox = ground.runtime } = given;
  return visitServer(
    {
      transport,
      policy: {
        filesystem: { read: [`${MODULES}/**`, `${TESTING}/**`, "${workspace}/**"], write: [] },
        network: { mode: "none" },
        exec: "deny",
        ...policy,
      },
      grant: ACCESS_GRANTS[grant],
      roots: { workspace: join(ground.directory, "workspace") },
      unspecified: "nothing",
    },
    { sandbox, egress: REAL_DOORS, signal },
    work,
  );
}

const run = (...argv: string[]): McpTransport => ({ kind: "stdio", argv: ["node", ...argv] });
const hostile = (way: string): McpTransport => run(`${TESTING}/hostile-server.ts`, way);
const list = async (session: ServerSession) => {
  const raw = await session.listTools();
  return raw.ok ? ({ ok: true, value: readListing(raw.value) } as const) : raw;
};
const call = (name: string, input: Record<string, unknown>) => async (session: ServerSession) => {
  const result = await session.callTool(name, input);
  return result.ok ? mapResult(result.value, undefined) : result;
};

describe("the reference servers, in the sandbox", () => {
  test("server-everything lists its tools and answers", async () => {
    const report = await visit(run(EVERYTHING, "stdio"), async (session) => {
      const listed = await list(session);
      expect(listed.ok && listed.value.filter(({ problem }) => problem !== null)).toEqual([]);
      expect(listed.ok && listed.value.map(({ upstream }) => upstream)).toContain("get-tiny-image");
      expect(session.protocol).toMatch(/^20\d\d-/);
      expect(session.instructions).toContain("Everything");
      const image = await call("get-tiny-image", {})(session);
      expect(image.ok && image.value.output.content).toMatch(/\[image \d: image\/png, \d+ bytes\]/);
      return await call("echo", { message: "airlock" })(session);
    });
    expect(report.outcome).toMatchObject({ ok: true, value: { output: { content: "Echo: airlock" } } });
    expect(report.run).toMatchObject({ plan: { backend: "bubblewrap", network: { mode: "none" } }, network: [] });
  });

  test("server-filesystem reads the agent's workspace, and nothing beside it", async () => {
    const workspace = join(ground.directory, "workspace");
    const { file, secret } = plantSecret(ground);
    mkdirSync(workspace, { recursive: true });
    writeFileSync(join(workspace, "notes.txt"), "from the workspace");
    const { outcome } = await visit(run(FILESYSTEM, "/workspace"), async (session) => {
      const read = await call("read_text_file", { path: "/workspace/notes.txt" })(session);
      expect(read).toMatchObject({ ok: true, value: { output: { content: "from the workspace", is_error: false } } });
      return await call("read_text_file", { path: file })(session);
    });
    expect(outcome).toMatchObject({ ok: true, value: { output: { is_error: true } } });
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });
});

describe("a server over Streamable HTTP", () => {
  let everything: ChildProcess;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    everything = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    while (!String((await once(everything.stderr as NodeJS.ReadableStream, "data"))[0]).includes("listening"));
  });
  afterAll(() => void everything.kill("SIGKILL"));

  const remote = (): McpTransport => ({ kind: "http", url: `http://127.0.0.1:${port}/mcp` });
  const listing = (...hosts: string[]) => ({ policy: { network: { mode: "allowlist" as const, hosts } } });

  test("is reached through the egress rules where its address is listed, and every request is on record", async () => {
    const { outcome, run: record } = await visit(
      remote(),
      async (session) => {
        const listed = await list(session);
        expect(listed.ok && listed.value.length).toBeGreaterThan(5);
        return await call("get-sum", { a: 2, b: 40 })(session);
      },
      listing(`127.0.0.1:${port}`),
    );
    expect(outcome).toMatchObject({ ok: true, value: { output: { content: expect.stringContaining("42") } } });
    expect(record.network.length).toBeGreaterThan(3);
    expect(record.network.every(({ host, allowed, path }) => host === "127.0.0.1" && allowed && path === "/mcp")).toBe(
      true,
    );
  });

  test("is not reached where it is not listed, or where the agent's level has no network", async () => {
    for (const given of [
      listing("mcp.example.com:443"),
      listing(`localhost:${port}`),
      { ...listing(`127.0.0.1:${port}`), grant: "sandboxed" as const },
    ]) {
      const { outcome, run: record } = await visit(remote(), list, given);
      expect(outcome).toMatchObject({ ok: false, code: "mcp_server_unreachable" });
      expect(record.network).toMatchObject([{ allowed: false, reason: "not_listed" }]);
    }
  });

  test("is not reached where the sandboxing document takes the network from its kind, or denies it", async () => {
    const under = async (text: string) => {
      const loaded = loadSandboxing(`sandboxing:\n  overrides:\n    mcp: ${text}\n`);
      if (!loaded.ok) throw new Error(loaded.message);
      const sandbox = new DenyAllSandbox("nothing is run here", [], loaded.value);
      return await visit(remote(), list, { ...listing(`127.0.0.1:${port}`), sandbox });
    };
    // The control: a document that takes nothing from it.
    expect((await under("bubblewrap")).outcome).toMatchObject({ ok: true });
    const narrowed = await under("docker\n  docker: { network: none }");
    expect(narrowed.outcome).toMatchObject({ ok: false, code: "mcp_server_unreachable" });
    expect(narrowed.run.network).toMatchObject([{ allowed: false, reason: "not_listed" }]);
    const denied = await under("deny-all");
    expect(denied.outcome).toMatchObject({ ok: false, code: "no_sandbox" });
    expect(denied.run.network).toEqual([]);
  });

  test("that needs a kept secret is refused before anything is sent", async () => {
    const transport = { ...remote(), headers: { authorization: { secret: "everything-token" } } } as McpTransport;
    const { outcome, run: record } = await visit(transport, list, listing(`127.0.0.1:${port}`));
    expect(outcome).toMatchObject({ ok: false, code: "secret_unavailable" });
    expect(record.network).toEqual([]);
  });
});

describe("a remote server that misbehaves", () => {
  let server: Server;
  let answer: Parameters<typeof createServer>[1] = () => {};
  beforeAll(async () => {
    server = createServer((request, response) => (answer as (...given: unknown[]) => void)(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function visitWith(way: NonNullable<typeof answer>, limits: ToolPolicy["limits"] = {}) {
    answer = way;
    const { port } = server.address() as AddressInfo;
    const network = { mode: "allowlist" as const, hosts: [`127.0.0.1:${port}`, "elsewhere.test:80"] };
    return await visit({ kind: "http", url: `http://127.0.0.1:${port}/mcp` }, list, { policy: { network, limits } });
  }

  test("by speaking the old transport is refused by that name", async () => {
    const { outcome } = await visitWith((request, response) => {
      if (request.method !== "GET") return void response.writeHead(405).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: endpoint\ndata: /messages?sessionId=1\n\n");
    });
    expect(outcome).toMatchObject({ ok: false, code: "mcp_sse_refused" });
  });

  test("by pointing elsewhere is not followed", async () => {
    const { outcome, run: record } = await visitWith((_request, response) => {
      response.writeHead(307, { location: "http://elsewhere.test/mcp" }).end();
    });
    expect(outcome).toMatchObject({ ok: false, code: "mcp_server_unreachable" });
    expect(record.network.map(({ host }) => host)).toEqual(["127.0.0.1"]);
  });

  test("by never answering is given up at its limit", async () => {
    const { outcome } = await visitWith(() => {}, { wallSeconds: 0.3 });
    expect(outcome).toMatchObject({ ok: false, code: "tool_timed_out" });
  });

  test("by answering without end is cut off at its allowance", async () => {
    const { outcome } = await visitWith(
      (_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const more = () => {
          while (response.write(`: ${"x".repeat(10_000)}\n`));
          response.once("drain", more);
        };
        response.on("error", () => {});
        more();
      },
      { outputBytes: 100_000 },
    );
    expect(outcome).toMatchObject({ ok: false, code: "output_too_large" });
  });

  test.each([
    ["text", "application/json", "hello"],
    ["another page", "text/html", "<html>"],
    ["a wrong number", "application/json", '{"jsonrpc":"2.0","id":99,"result":{}}'],
    ["a stream that ends", "text/event-stream", ": bye\n\n"],
  ])("by answering with %s fails with a typed error", async (_case, type, body) => {
    const { outcome } = await visitWith(
      (_request, response) => {
        response.writeHead(200, { "content-type": type }).end(body);
      },
      { wallSeconds: 1 },
    );
    expect(outcome).toMatchObject({ ok: false, code: expect.stringMatching(/^mcp_server_failed$|^tool_timed_out$/) });
  });
});

describe("a server in the sandbox that misbehaves", () => {
  test.each([
    ["huge-tool", "huge", "malformed"],
    ["same-name", "twin", "duplicate_name"],
    ["same-key", "#2", "malformed"],
    ["deep", "deep", "malformed"],
    ["prototype", "proto", "malformed"],
    ["not-text", "#2", "malformed"],
  ])("%s: its bad tool is refused and the good one is not", async (way, upstream, code) => {
    const { outcome } = await visit(hostile(way), list, { policy: { limits: { outputBytes: 8_000_000 } } });
    expect(outcome).toMatchObject({ ok: true });
    if (!outcome.ok) return;
    const bad = outcome.value.filter(({ problem }) => problem !== null);
    expect(new Set(bad.map((tool) => `${tool.upstream} ${tool.problem?.code}`))).toEqual(
      new Set([`${upstream} ${code}`]),
    );
    expect(outcome.value.find((tool) => tool.upstream === "good")?.problem).toBeNull();
  });

  test.each([
    ["silent", "tool_timed_out", { wallSeconds: 1 }],
    ["floods", "output_too_large", {}],
    ["huge-tool", "output_too_large", {}],
    ["too-many", "mcp_listing_refused", {}],
    ["endless", "mcp_listing_refused", {}],
    ["two-lists", "mcp_server_failed", {}],
  ])("%s: nothing of its list is taken, with %s", async (way, code, limits) => {
    const { outcome } = await visit(hostile(way), list, { policy: { limits } });
    expect(outcome).toMatchObject({ ok: false, code });
  });

  test.each([
    ["dies", "mcp_server_failed", {}],
    ["wrong-id", "mcp_server_failed", {}],
    ["mute", "tool_timed_out", { wallSeconds: 1.5 }],
  ])("%s in the middle of a call: %s", async (way, code, limits) => {
    const { outcome } = await visit(hostile(way), call("good", {}), { policy: { limits } });
    expect(outcome).toMatchObject({ ok: false, code });
  });

  test("one that asks for a model, a person or folders gets none of them", async () => {
    const { outcome } = await visit(hostile("asks"), call("good", {}));
    const content = outcome.ok ? outcome.value.output.content : "";
    expect(content).toBe("q0 -32601, q1 -32601, q2 -32601");
  });

  test("one that leaves at a question of the newer protocol is asked in the older way", async () => {
    expect((await visit(hostile("old-timer"), list)).outcome).toMatchObject({ ok: true });
  });

  test("one of the newer protocol is spoken with in it, and its questions are not answered either", async () => {
    const { outcome } = await visit(hostile("modern"), async (session) => {
      expect([session.protocol, session.instructions]).toEqual(["2026-07-28", "Newer."]);
      expect(await list(session)).toMatchObject({ ok: true, value: [{ upstream: "good", problem: null }] });
      return await call("good", {})(session);
    });
    expect(outcome).toMatchObject({ ok: true, value: { output: { content: "done" } } });
    const asked = await visit(hostile("modern-asks"), call("good", {}));
    expect(asked.outcome).toMatchObject({ ok: false, code: "tool_failed", message: expect.stringContaining("none") });
  });

  test("a fault of ours is thrown, and not laid on the server", async () => {
    const faulty = visit(hostile("honest"), async () => {
      throw new TypeError("ours");
    });
    await expect(faulty).rejects.toThrow("ours");
  });

  test("a visit that is ended ends the server", async () => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 400);
    const report = await visit(hostile("silent"), list, { signal: ending.signal });
    expect(report).toMatchObject({ cancelled: true, outcome: { ok: false } });
  });

  test("one that looks around finds neither files nor ports; as a bare process it finds both", async () => {
    const { file, secret } = plantSecret(ground);
    const open = createServer().listen(0, "127.0.0.1");
    await once(open, "listening");
    const { port } = open.address() as AddressInfo;
    const { outcome } = await visit(hostile("looks-around"), call("good", { file, port }));
    expect(outcome).toMatchObject({ ok: true, value: { output: { content: "ENOENT EPERM" } } });

    const bare = execFile(process.execPath, [`${TESTING}/hostile-server.ts`, "looks-around"]);
    const params = { name: "good", arguments: { file, port } };
    bare.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    const [said] = await once(bare.stdout as NodeJS.ReadableStream, "data");
    expect(String(said)).toContain(`${secret} connected`);
    bare.kill("SIGKILL");
    open.close();
  });
});

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  await new Promise((resolve) => holder.close(resolve));
  return port;
}
