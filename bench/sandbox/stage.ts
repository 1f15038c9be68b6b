import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import type { AgentView } from "#lib/gateway/agent-view.ts";
import { ask } from "#lib/gateway/ask.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { TOOL_MS } from "../baselines/sandbox-promise.ts";
import type { BenchDatabase } from "../server/open-server.ts";

/** `bundle`: says when it began, then waits as long as it is told. `command`: a program that takes 20 milliseconds. */
export type StageTool = "bundle" | "command";

/** An installation with an agent that asks for calls of two tools, through the gateway's login and its own functions. */
export interface Stage {
  readonly database: BenchDatabase;
  /** Where its dispatcher keeps its state. */
  readonly home: string;
  /** The call's id. `sessionId` tells the calls of one measurement from all others. */
  ask(tool: StageTool, waitMs: number, sessionId: string): Promise<string>;
  ended(id: string): Promise<AgentView>;
  close(): Promise<void>;
}

const CONNECTIONS = 8;
const WAIT_SECONDS = 30;

export async function openStage(database: BenchDatabase, home: string): Promise<Stage> {
  const agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id);
  mkdirSync(join(home, "workspaces", agent.id), { recursive: true });
  const names = await pinTools(database.admin);
  const gateway = openConnection(database.urls.gateway, { max: CONNECTIONS });
  const feed: ChangeFeed = await openChangeFeed(gateway, "airlock_events");
  const forever = new AbortController().signal;
  return {
    database,
    home,
    async ask(tool, waitMs, sessionId) {
      const asked = await ask(gateway, agent.key, { tool: names[tool], input: { waitMs }, sessionId });
      if (!asked.ok) throw new Error(`${asked.code}: ${asked.message}`);
      return asked.value.id;
    },
    async ended(id) {
      const view = await waitForEnd(gateway, feed, agent.key, id, WAIT_SECONDS, forever);
      if (!view.ok) throw new Error(view.message);
      return view.value;
    },
    async close() {
      await feed.close();
      await gateway.end({ timeout: 5 });
    },
  };
}

async function pinTools(admin: Sql): Promise<Record<StageTool, string>> {
  const code = readFileSync(new URL("./wait-tool.mjs", import.meta.url), "utf8");
  const sha256 = createHash("sha256").update(code).digest("hex");
  const argv = ["/usr/bin/sleep", `${TOOL_MS / 1000}`];
  return {
    bundle: (await pinTool(admin, contract({ kind: "bundle", sha256 }), code)).name,
    command: (await pinTool(admin, contract({ kind: "command", argv }))).name,
  };
}

/** Declared as tools are: a workspace to read, no network, all limits. */
function contract(runtime: ToolContract["runtime"]): ToolContract {
  return contractOf({
    runtime,
    inputSchema: {
      type: "object",
      properties: { waitMs: { type: "integer", minimum: 0 } },
      required: ["waitMs"],
      additionalProperties: false,
    },
    idempotent: true,
    policy: {
      risk: "low",
      filesystem: { read: ["${workspace}/**"], write: [] },
      network: { mode: "none" },
      environment: { allow: [] },
      exec: "deny",
      limits: { wallSeconds: 15, cpuSeconds: 10, memoryMb: 512, processes: 64, outputBytes: 1_048_576, fileMb: 1 },
    },
  });
}
