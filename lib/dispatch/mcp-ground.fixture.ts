import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sql } from "postgres";
import { openChangeFeed } from "#db/change-feed.ts";
import { makeAgent, makePerson, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import type { AgentView } from "#lib/gateway/agent-view.ts";
import { ask } from "#lib/gateway/ask.ts";
import { waitForEnd } from "#lib/gateway/wait-for-end.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { ExaminedTool } from "#lib/registry/mcp/examine-listing.ts";
import {
  type McpDeclared,
  type McpTransport,
  readServerConfiguration,
} from "#lib/registry/mcp/server-configuration.ts";
import { nameKeys } from "#lib/registry/names.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { BundleStore } from "./bundle-store.ts";
import { Worker } from "./worker.ts";

/** A database, people, an agent and a dispatcher, and the way of an MCP server through them. */
export const TESTING = fileURLToPath(new URL("../registry/mcp/testing", import.meta.url));
export const MODULES = realpathSync(fileURLToPath(new URL("../../node_modules", import.meta.url)));
export const NO_NETWORK = { mode: "none" as const };

export interface Connected {
  readonly id: string;
  readonly transport: McpTransport;
  readonly policy: ToolPolicy;
}

export interface Listing {
  readonly server_root: string;
  readonly tools: ExaminedTool[];
  readonly instructions: string | null;
}

export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface McpGround {
  readonly database: TestDatabase;
  readonly web: Sql;
  readonly gateway: Sql;
  readonly sandbox: SandboxRuntime;
  readonly home: string;
  readonly admin: TestPerson;
  readonly reviewers: readonly TestPerson[];
  /** Of the highest level. */
  readonly agent: TestAgent;
  /** What the dispatcher logged. */
  readonly logged: string[];
  /** A directory of the machine, with the test servers in it that are named. */
  folder(name: string, ...servers: string[]): string;
  connect(name: string, transport: McpTransport, policy: ToolPolicy, more?: Partial<McpDeclared>): Promise<Connected>;
  /** The newest listing after `than`. */
  listingOf(server: Pick<Connected, "id">, than?: string): Promise<Listing>;
  importAndApprove(server: Pick<Connected, "id">, upstream: string): Promise<string>;
  approveVersion(version: string): Promise<void>;
  askAgain(server: Pick<Connected, "id">): Promise<void>;
  call(tool: string, input: Record<string, unknown>, agent?: TestAgent): Promise<AgentView>;
  endOf(invocation: string): Promise<AgentView>;
  toolNamed(name: string): Promise<{ readonly id: string; readonly state: string } | undefined>;
  close(): Promise<void>;
}

export async function openMcpGround(): Promise<McpGround> {
  const database = await createTestDatabase();
  const home = mkdtempSync(join(tmpdir(), "airlock-mcp-"));
  const shared = realpathSync(mkdtempSync(join(tmpdir(), "airlock-mcp-shared-")));
  const web = database.as("web", 4);
  const gateway = database.as("gateway", 4);
  const feed = await openChangeFeed(gateway, "airlock_events");
  const admin = await makePerson(database.admin, "admin");
  const reviewers = [
    await makePerson(database.admin, "reviewer", { roleAge: "30 days" }),
    await makePerson(database.admin, "reviewer", { roleAge: "30 days" }),
  ];
  const agent = await makeAgent(database.admin, (await makePerson(database.admin, "admin")).id, "elevated");
  const sandbox = await openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home });
  const sql = database.as("worker", 6);
  const bundles = new BundleStore(sql, join(home, "bundles"));
  const workshop = { sandbox, bundles, workspaces: join(home, "workspaces"), home };
  const logged: string[] = [];
  const worker = new Worker({ sql, workshop, seal: sealForTest, slots: 4, log: (line) => void logged.push(line) });
  await worker.start();

  const listingOf: McpGround["listingOf"] = ({ id }, than) =>
    until(async () => {
      const [row] = await web<Listing[]>`
        select l.server_root, l.tools, l.instructions from agents.mcp_servers s
        join agents.mcp_listings l on l.id = s.listing_id where s.id = ${id}`;
      return row && row.server_root !== than ? row : undefined;
    });
  const approveVersion: McpGround["approveVersion"] = async (version) => {
    const [review] = await web<{ id: string; digest: string; required: number }[]>`
      select id, digest, required from agents.approvals where subject_id = ${version} order by revision desc limit 1`;
    if (!review) throw new Error("nobody asked for a review");
    for (const person of reviewers.slice(0, review.required)) {
      await web`select agents.fn_decide_review(${person.session}, ${review.id}, ${review.digest}, 'approve', 'Looked at it.')`;
    }
  };
  const endOf: McpGround["endOf"] = async (id) => {
    const view = await waitForEnd(gateway, feed, agent.key, id, 20, new AbortController().signal);
    if (!view.ok) throw new Error(view.message);
    return view.value;
  };

  return {
    ...{ database, web, gateway, sandbox, home, admin, reviewers, agent, logged, listingOf, approveVersion, endOf },
    folder(name, ...servers) {
      const folder = join(shared, name);
      mkdirSync(folder, { recursive: true });
      // With what they import: of the machine's directories, a server that is listed sees that of its program alone.
      for (const file of servers.length === 0 ? [] : [...servers, "answer-lines.ts"]) {
        cpSync(join(TESTING, file), join(folder, file));
      }
      return folder;
    },
    async connect(name, transport, policy, more = {}) {
      const declared: McpDeclared = {
        ...{ safetyClass: "read", egressClass: "none", idempotency: "optional", idempotent: true, prefix: name },
        ...more,
      };
      const read = readServerConfiguration({ transport, policy, declared });
      if (!read.ok) throw new Error(read.message);
      const { skeleton, folded } = nameKeys(name);
      const [row] = await web<{ id: string }[]>`
        select agents.fn_connect_mcp_server(${admin.session}, ${name}, ${skeleton}, ${folded}, ${web.json(transport)},
          ${web.json(policy)}, ${web.json(declared)}, ${read.value.configHash}) as id`;
      return { id: row?.id ?? "", transport, policy };
    },
    async importAndApprove(server, upstream) {
      const { server_root: root, tools } = await listingOf(server);
      const chosen = tools.filter((tool) => tool.upstream === upstream);
      const [row] = await web<{ made: { versionId: string }[] }[]>`
        select agents.fn_import_mcp_tools(${admin.session}, ${server.id}, ${root}, ${web.json(JSON.parse(JSON.stringify(chosen)))}) as made`;
      await approveVersion(row?.made[0]?.versionId ?? "");
      return (JSON.parse(chosen[0]?.contractText ?? "{}") as { name: string }).name;
    },
    async askAgain({ id }) {
      await web`select agents.fn_request_mcp_sync(${admin.session}, ${id})`;
    },
    async call(tool, input, by = agent) {
      const asked = await ask(gateway, by.key, { tool, input });
      if (!asked.ok) throw new Error(`${asked.code}: ${asked.message}`);
      const view = await waitForEnd(gateway, feed, by.key, asked.value.id, 20, new AbortController().signal);
      if (!view.ok) throw new Error(view.message);
      return view.value;
    },
    async toolNamed(name) {
      const rows = await web<{ id: string; state: string }[]>`
        select id, state from agents.tools_registry where name = ${name}`;
      return rows[0];
    },
    async close() {
      await worker.stop();
      await sandbox.close();
      await feed.close();
      await database.drop();
      rmSync(home, { recursive: true, force: true });
      rmSync(shared, { recursive: true, force: true });
    },
  };
}
