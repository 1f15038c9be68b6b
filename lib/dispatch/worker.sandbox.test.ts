import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { registerShippedTools } from "#db/register-shipped-tools.ts";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import type { AgentView } from "#lib/gateway/agent-view.ts";
import { ask } from "#lib/gateway/ask.ts";
import { cancelInvocation } from "#lib/gateway/cancel-invocation.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";
import { readRawOutput } from "#lib/invocations/read-raw-output.ts";
import { sealForTest, TEST_OUTPUT_KEYS } from "#lib/outputs/testing/test-key.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { DenyAllSandbox } from "#lib/sandbox/deny-all.ts";
import { ownSpawners } from "#lib/sandbox/escape/leftovers.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { shippedTools } from "#lib/tools/register.ts";
import { BundleStore } from "./bundle-store.ts";
import { Worker } from "./worker.ts";

let database: TestDatabase;
let gateway: Sql;
let web: Sql;
let feed: ChangeFeed;
let home: string;
let sandbox: SandboxRuntime;
let worker: Worker;
let operator: TestPerson;
let agent: TestAgent;
const site = createServer((_request, response) => response.end("page \u001b]0;owned\u0007 body"));

function startWorker(runtime: SandboxRuntime): Worker {
  const sql = database.as("worker", 6);
  const workshop = {
    sandbox: runtime,
    bundles: new BundleStore(sql, join(home, "bundles")),
    workspaces: join(home, "workspaces"),
    home,
  };
  return new Worker({ sql, workshop, seal: sealForTest, slots: 4, log: () => {} });
}

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo;
  database = await createTestDatabase();
  home = mkdtempSync(join(tmpdir(), "airlock-dispatch-"));
  gateway = database.as("gateway", 4);
  web = database.as("web", 4);
  feed = await openChangeFeed(gateway, "airlock_events");
  await registerShippedTools(database.admin, await shippedTools({ fetchHosts: [`127.0.0.1:${port}`] }));
  operator = await makePerson(database.admin, "operator");
  const owner = await makePerson(database.admin, "admin");
  agent = await makeAgent(database.admin, owner.id);
  mkdirSync(join(home, "workspaces", agent.id), { recursive: true });
  writeFileSync(join(home, "workspaces", agent.id, "notes.txt"), "one\u001b[2J two\u202e three");
  sandbox = await openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home, pool: true });
  worker = startWorker(sandbox);
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
  await sandbox.close();
  await feed.close();
  await database.drop();
  site.close();
  rmSync(home, { recursive: true, force: true });
});

async function askFor(tool: string, input: Record<string, unknown>): Promise<AgentView> {
  const asked = await ask(gateway, agent.key, { tool, input });
  if (!asked.ok) throw new Error(`${asked.code}: ${asked.message}`);
  return asked.value;
}

async function ended(id: string): Promise<AgentView> {
  const view = await waitForEnd(gateway, feed, agent.key, id, 20, new AbortController().signal);
  if (!view.ok) throw new Error(view.message);
  return view.value;
}

async function approve(id: string): Promise<void> {
  const [call] = await web`select revision, binding_digest from agents.tool_invocations where id = ${id}`;
  await web`select agents.fn_approve_tool_invocation(${operator.session}, ${id}, ${call?.revision}, ${call?.binding_digest})`;
}

describe("a dispatcher with a proved sandbox", () => {
  test("runs a free call at once and gives its agent the cleaned output only", async () => {
    const view = await ended((await askFor("read_file", { path: "notes.txt" })).id);
    expect(view).toMatchObject({ status: "completed", output: { text: "one two three" } });
    const reviewer = await makePerson(database.admin, "reviewer");
    const raw = await readRawOutput(web, reviewer.session, view.id, TEST_OUTPUT_KEYS);
    expect(raw).toMatchObject({ ok: true, value: expect.stringContaining("\\u001b[2J") });
    const [run] = await web`select plan from agents.invocation_runs where invocation_id = ${view.id}`;
    expect(run?.plan).toMatchObject({ backend: "bubblewrap", network: { mode: "none" } });
  });

  test("writes nothing before a person approved, and exactly what was approved after", async () => {
    const asked = await askFor("write_file", { path: "out/report.md", content: "# Report", createDirectories: true });
    expect(asked.status).toBe("pending");
    const file = join(home, "workspaces", agent.id, "out", "report.md");
    expect(() => readFileSync(file)).toThrow();
    await approve(asked.id);
    expect(await ended(asked.id)).toMatchObject({ status: "completed" });
    expect(readFileSync(file, "utf8")).toBe("# Report");
  });

  test("fetches a listed host through the egress proxy and logs it", async () => {
    const { port } = site.address() as AddressInfo;
    const asked = await askFor("http_fetch", { url: `http://127.0.0.1:${port}/page` });
    const view = await ended(asked.id);
    expect(view).toMatchObject({ status: "completed", output: { status: 200, body: "page  body" } });
    const [run] = await web`select network from agents.invocation_runs where invocation_id = ${view.id}`;
    expect(run?.network).toMatchObject([{ host: "127.0.0.1", port, allowed: true }]);
  });

  test("refuses a path outside the workspace before anything is asked of people, on record", async () => {
    const refused = await ask(gateway, agent.key, { tool: "read_file", input: { path: "/etc/shadow" } });
    expect(refused).toMatchObject({ ok: false, code: "path_refused" });
    const [denied] = await web`
      select status, error_code from agents.tool_invocations where status = 'denied' order by id desc limit 1`;
    expect(denied).toMatchObject({ status: "denied", error_code: "path_refused" });
  });

  test("reports a tool that fails as failed, with its words cleaned", async () => {
    const view = await ended((await askFor("read_file", { path: "not-there.txt" })).id);
    expect(view).toMatchObject({ status: "failed", errorCode: "tool_failed" });
    expect(view.reason).not.toBe("");
  });

  test("ends a call whose contract it cannot read, instead of leaving it for the next to stumble over", async () => {
    const newer = { ...contractOf(), novelty: true } as ToolContract;
    const tool = await pinTool(database.admin, newer);
    const [asked] = await gateway<{ view: AgentView }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'x') as view`;
    expect(await ended(asked?.view.id ?? "")).toMatchObject({ status: "failed", errorCode: "tool_not_runnable" });
  });

  test("lets the asker take back what nobody decided", async () => {
    const asked = await askFor("write_file", { path: "never.md", content: "x" });
    expect(await cancelInvocation(gateway, agent.key, asked.id)).toMatchObject({
      ok: true,
      value: { status: "cancelled" },
    });
    await expect(approve(asked.id)).rejects.toMatchObject({ code: "AL011" });
  });
});

test("a dispatcher whose sandbox dies takes no further call: what is approved then waits for one that can run it", async () => {
  await worker.stop();
  const open = () => openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home, pool: true });
  const before = ownSpawners();
  const lost = await open();
  const [spawner = 0] = ownSpawners().filter((pid) => !before.includes(pid));
  const file = join(home, "workspaces", agent.id, "patient.md");
  const crippled = startWorker(lost);
  await crippled.start();
  // The control: until then it takes what is approved.
  const taken = await askFor("write_file", { path: "before.md", content: "x" });
  await approve(taken.id);
  expect(await ended(taken.id)).toMatchObject({ status: "completed" });

  const asked = await askFor("write_file", { path: "patient.md", content: "x" });
  process.kill(spawner, "SIGKILL");
  const isOver = async () => {
    const [left] = await database.admin`select from agents.workers where stopped_at is null`;
    expect(left).toBeUndefined();
  };
  // A question for work that was under way at the death may still be answered with a call; its word that it left comes after that.
  await vi.waitFor(isOver, { timeout: 20_000, interval: 50 });
  await approve(asked.id);
  const [waiting] = await database.admin`
    select status, claimed_at from agents.tool_invocations where id = ${asked.id}`;
  expect(waiting).toMatchObject({ status: "running", claimed_at: null });

  const proved = await open();
  const able = startWorker(proved);
  await able.start();
  expect(await ended(asked.id)).toMatchObject({ status: "completed" });
  expect(readFileSync(file, "utf8")).toBe("x");
  await Promise.all([crippled.stop(), able.stop()]);
  await Promise.all([lost.close(), proved.close()]);
});

test("a dispatcher without a sandbox refuses with the reason and runs nothing", async () => {
  await worker.stop();
  const bare = startWorker(new DenyAllSandbox("bubblewrap is not installed."));
  await bare.start();
  try {
    const asked = await askFor("write_file", { path: "bare.md", content: "x" });
    await approve(asked.id);
    const view = await ended(asked.id);
    expect(view).toMatchObject({ status: "failed", errorCode: "no_sandbox" });
    expect(view.reason).toContain("bubblewrap is not installed.");
    expect(() => readFileSync(join(home, "workspaces", agent.id, "bare.md"))).toThrow();
  } finally {
    await bare.stop();
  }
});
