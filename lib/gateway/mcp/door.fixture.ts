import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { makeAgent, makePerson, registerWorker, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { claimNext } from "#lib/dispatch/claim.ts";
import { complete, type Ending } from "#lib/dispatch/complete.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import type { McpGateway } from "./call-tool.ts";
import { McpEndpoint } from "./serve.ts";

/** The MCP door over a database of its own, without a socket: clients are the SDK's, and end up in `serve`. */
export const ADDRESS = "http://localhost/mcp";
const NEWEST = "2026-07-28";

export type Era = "auto" | "legacy";

export interface McpDoor {
  readonly database: TestDatabase;
  readonly gateway: McpGateway;
  readonly owner: TestPerson;
  readonly operator: TestPerson;
  readonly agent: TestAgent;
  /** What the endpoint told of as a bug. */
  readonly reported: unknown[];
  /** Another process of the gateway, which knows nothing of this one. */
  restart(): void;
  fetch(request: Request, key?: string): Promise<Response>;
  connect(era: Era, options?: ConnectOptions): Promise<Client>;
  /** A message of the current revision, as it stands on the wire. */
  post(method: string, params?: Record<string, unknown>, options?: PostOptions): Promise<Response>;
  approve(id: string): Promise<void>;
  /** Plays the dispatcher for the next released call. */
  runNext(ending: Partial<Ending>): Promise<void>;
  close(): Promise<void>;
}

interface ConnectOptions {
  readonly key?: string;
  readonly session?: string;
  readonly query?: string;
}

interface PostOptions {
  readonly key?: string;
  readonly capabilities?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly id?: number;
}

export async function openMcpDoor(): Promise<McpDoor> {
  const database = await createTestDatabase();
  const owner = await makePerson(database.admin, "admin");
  const operator = await makePerson(database.admin, "operator", { roleAge: "30 days" });
  const agent = await makeAgent(database.admin, owner.id);
  const sql = database.as("gateway", 4);
  const feed: ChangeFeed = await openChangeFeed(sql, "airlock_events");
  const gateway: McpGateway = { sql, feed, sayers: { hooks: [] } };
  const worker = database.as("worker", 2);
  const workerId = await registerWorker(worker);
  const web = database.as("web", 2);
  const reported: unknown[] = [];
  const clients: Client[] = [];
  const open = () => new McpEndpoint((error) => void reported.push(error));
  let endpoint = open();

  const fetchWith = (request: Request, key = agent.key) => endpoint.serve(gateway, key, request);
  return {
    ...{ database, gateway, owner, operator, agent, reported, fetch: fetchWith },
    restart() {
      endpoint = open();
    },
    async connect(era, { key = agent.key, session, query = "" } = {}) {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era } });
      const transport = new StreamableHTTPClientTransport(new URL(`${ADDRESS}${query}`), {
        fetch: (url, init) => fetchWith(new Request(url, init), key),
        ...(session === undefined ? {} : { requestInit: { headers: { "Airlock-Session": session } } }),
      });
      await client.connect(transport);
      clients.push(client);
      return client;
    },
    post(method, params = {}, { key, capabilities = {}, headers = {}, signal, id = 1 } = {}) {
      const { _meta, ...rest } = params as { _meta?: Record<string, unknown> };
      const envelope = {
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      };
      const name = params.name ?? params.taskId;
      const body = { jsonrpc: "2.0", id, method, params: { ...rest, _meta: { ...envelope, ..._meta } } };
      return fetchWith(
        new Request(ADDRESS, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
            "MCP-Protocol-Version": NEWEST,
            "Mcp-Method": method,
            ...(typeof name === "string" ? { "Mcp-Name": name } : {}),
            ...headers,
          },
          body: JSON.stringify(body),
          ...(signal ? { signal } : {}),
        }),
        key,
      );
    },
    async approve(id) {
      await web`
        select agents.fn_approve_tool_invocation(${operator.session}, i.id, i.revision, i.binding_digest)
        from agents.tool_invocations i where i.id = ${id}`;
    },
    async runNext(ending) {
      for (;;) {
        const claim = await claimNext(worker, workerId);
        if (claim && "fence" in claim) {
          await complete(
            worker,
            workerId,
            claim,
            { status: "completed", findings: [], run: {}, ...ending },
            sealForTest,
          );
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      for (const client of clients) await client.close().catch(() => {});
      await feed.close();
      await database.drop();
    },
  };
}
