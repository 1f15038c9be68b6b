import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { openChangeFeed } from "#db/change-feed.ts";
import { registerShippedTools } from "#db/register-shipped-tools.ts";
import { makeAgent, makePerson, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { BundleStore } from "#lib/dispatch/bundle-store.ts";
import { Worker } from "#lib/dispatch/worker.ts";
import type { AgentView } from "#lib/gateway/agent-view.ts";
import { ask } from "#lib/gateway/ask.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import { keepSecret } from "#lib/secrets/keep-secret.ts";
import { loadToolSettings } from "./read-settings.ts";
import { shippedTools } from "./register.ts";
import { openShelfWorld, type ShelfWorld } from "./shelf-world.fixture.ts";

/** A whole installation around the shelf: database, people, agent, dispatcher, sandbox, kept secrets, and the other side of each tool. */
export interface ShelfGround {
  readonly database: TestDatabase;
  readonly web: Sql;
  readonly world: ShelfWorld;
  readonly agent: TestAgent;
  readonly workspace: string;
  readonly reviewer: TestPerson;
  /** Everything that the dispatcher logged. */
  readonly logged: string[];
  /** Asks, has as many people approve as it takes, and waits for the end. */
  call(tool: string, input: Record<string, unknown>, idempotencyKey?: string): Promise<AgentView>;
  /** Asks and expects to be refused before anything runs. */
  refused(tool: string, input: Record<string, unknown>): Promise<{ code: string; message: string }>;
  close(): Promise<void>;
}

export async function openShelfGround(
  settingsText: string,
  secrets: Readonly<Record<string, string>>,
): Promise<ShelfGround> {
  const world = await openShelfWorld();
  const database = await createTestDatabase();
  const [web, gateway] = [database.as("web", 4), database.as("gateway", 4)];
  const feed = await openChangeFeed(gateway, "airlock_events");
  const admin = await makePerson(database.admin, "admin");
  const reviewers = await Promise.all([1, 2].map(() => makePerson(database.admin, "reviewer", { roleAge: "30 days" })));
  const [reviewer] = reviewers as [TestPerson, ...TestPerson[]];
  const agent = await makeAgent(database.admin, admin.id, "elevated");
  const home = mkdtempSync(join(tmpdir(), "airlock-shelf-"));
  const workspace = join(home, "workspaces", agent.id);
  mkdirSync(workspace, { recursive: true });
  const settings = loadToolSettings(settingsText);
  if (!settings.ok) throw new Error(settings.message);
  await registerShippedTools(database.admin, await shippedTools(settings.value));
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  for (const [name, value] of Object.entries(secrets)) {
    const kept = await keepSecret(web, admin.session, publicKey, name, { kind: "value", value });
    if (!kept.ok) throw new Error(`${name}: ${kept.message}`);
  }
  const sandbox = await openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home, egress: world.doors });
  const sql = database.as("worker", 6);
  const logged: string[] = [];
  const worker = new Worker({
    seal: sealForTest,
    sql,
    workshop: {
      ...{ sandbox, home, workspaces: join(home, "workspaces"), bundles: new BundleStore(sql, join(home, "bundles")) },
      credentials: { key: privateKey },
      logs: {
        sink: (line) => void logged.push(line),
        shipping: { enabled: true, shipRawLogs: true, maxLogBytes: 65_536, collectionTimeoutSeconds: 5 },
      },
    },
    slots: 2,
    log: (line) => void logged.push(line),
  });
  await worker.start();

  async function approve(id: string): Promise<void> {
    for (const { session } of reviewers) {
      const [call] = await web`select status, revision, binding_digest from agents.tool_invocations where id = ${id}`;
      if (call?.status !== "pending") return;
      await web`select agents.fn_approve_tool_invocation(${session}, ${id}, ${call.revision}, ${call.binding_digest})`;
    }
  }

  return {
    ...{ database, web, world, agent, workspace, reviewer, logged },
    async call(
      tool,
      input,
      idempotencyKey = createHash("sha256")
        .update(JSON.stringify([tool, input]))
        .digest("hex")
        .slice(0, 32),
    ) {
      const asked = await ask(gateway, agent.key, { tool, input, idempotencyKey });
      if (!asked.ok) throw new Error(`${tool}: ${asked.code}: ${asked.message}`);
      if (asked.value.status === "pending") await approve(asked.value.id);
      const view = await waitForEnd(gateway, feed, agent.key, asked.value.id, 30, new AbortController().signal);
      if (!view.ok) throw new Error(view.message);
      return view.value;
    },
    async refused(tool, input) {
      const asked = await ask(gateway, agent.key, { tool, input, idempotencyKey: `refused-${Math.random()}` });
      if (asked.ok) throw new Error(`${tool} was not refused`);
      return { code: asked.code, message: asked.message };
    },
    async close() {
      await worker.stop();
      await sandbox.close();
      await feed.close();
      await database.drop();
      world.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
