import { randomUUID } from "node:crypto";
import type { Asker } from "./ask-over-http.ts";
import { type Connections, request } from "./connections.ts";

const REVISION = "2026-07-28";
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The same ask over MCP, as a client of the current revision sends it. */
export async function askOverMcp(connections: Connections, { key, tool }: Asker, waitSeconds: number): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": REVISION,
    "mcp-method": "tools/call",
    "mcp-name": tool,
  };
  const _meta = { ...ENVELOPE, "airlock/waitSeconds": waitSeconds };
  const params = { name: tool, arguments: { n: randomUUID() }, _meta };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const { status, text } = await request(connections, "POST", "/mcp", headers, body);
  const wanted = waitSeconds > 0 ? '"airlock/status":"completed"' : '"airlock/status":"running"';
  if (status !== 200 || !text.includes(wanted)) throw new Error(`An ask was answered ${status}: ${text.slice(0, 200)}`);
}
