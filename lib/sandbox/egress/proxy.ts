import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type ConnectionDecision, type ConnectionRules, decideConnection } from "./decide-connection.ts";
import { type Dial, dialFirst } from "./dial.ts";
import { forwardRequest } from "./forward-request.ts";
import type { OpenEntry, TrafficLog } from "./traffic-log.ts";
import { openTunnel } from "./tunnel.ts";

/**
 * The proxy of one sandbox. It never listens: connections are handed to it from that sandbox's channel, so there is no
 * port that another process could use and no identity to check.
 *
 * It follows no redirect (the client asks again and is judged again) and tells a refused client the class of the refusal,
 * never an address. Inside a TLS tunnel it sees the server's name and nothing more.
 */
export interface ProxyOptions {
  readonly rules: ConnectionRules;
  readonly dial: Dial;
  readonly log: TrafficLog;
}

const HEADER_BYTES = 16_384;
const PATH_MAX = 512;

export interface EgressProxy {
  accept(connection: Duplex): void;
}

export function createEgressProxy(options: ProxyOptions): EgressProxy {
  const server: Server = createServer({ maxHeaderSize: HEADER_BYTES });
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => {});
    connect(request, client, head, options).catch(() => client.destroy());
  });
  server.on("request", (request, response) => {
    forward(request, response, options).catch(() => response.destroy());
  });
  // A protocol switch on a plain request would be a tunnel that nobody judged.
  server.on("upgrade", (_request: IncomingMessage, client: Duplex) => client.destroy());
  server.on("clientError", (_error, client) => client.destroy());
  return { accept: (connection) => void server.emit("connection", connection) };
}

async function connect(request: IncomingMessage, client: Duplex, head: Buffer, options: ProxyOptions): Promise<void> {
  const decision = await decideConnection(request.url ?? "", options.rules);
  const entry = record(options.log, decision, { method: "CONNECT" });
  const refusal = refusalOf(decision, options.log);
  if (refusal || !decision.allowed) return refuseTunnel(client, entry, refusal ?? "not_listed");
  const upstream = await dialFirst(decision.addresses, decision.port, options.dial);
  if (!upstream) return refuseTunnel(client, entry, "unreachable");
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  openTunnel({ client, head, upstream, host: decision.host, entry, log: options.log });
}

async function forward(request: IncomingMessage, response: ServerResponse, options: ProxyOptions): Promise<void> {
  const target = parseTarget(request.url ?? "");
  const authority = target ? `${target.hostname}:${target.port || "80"}` : "";
  const decision = await decideConnection(authority, options.rules);
  const entry = record(options.log, decision, {
    method: (request.method ?? "").slice(0, 16),
    ...(target ? { path: target.pathname.slice(0, PATH_MAX) } : {}),
  });
  const refusal = refusalOf(decision, options.log);
  if (refusal || !decision.allowed || !target) return refuseRequest(response, entry, refusal ?? "bad_host");
  // Two answers to "for whom is this?" are how one server is asked in another's name.
  if (request.headers.host !== target.host) return refuseRequest(response, entry, "host_mismatch");
  const upstream = await dialFirst(decision.addresses, decision.port, options.dial);
  if (!upstream) return refuseRequest(response, entry, "unreachable");
  forwardRequest({ request, response, upstream, target, entry, log: options.log });
}

function parseTarget(url: string): URL | null {
  if (!/^http:\/\//i.test(url)) return null;
  try {
    const target = new URL(url);
    return target.username === "" && target.password === "" ? target : null;
  } catch {
    return null;
  }
}

function record(log: TrafficLog, decision: ConnectionDecision, about: { method: string; path?: string }): OpenEntry {
  return log.add({
    host: decision.host,
    port: decision.port,
    ...about,
    allowed: decision.allowed,
    ...(decision.allowed ? {} : { reason: decision.reason }),
  });
}

function refusalOf(decision: ConnectionDecision, log: TrafficLog): string | null {
  if (!decision.allowed) return decision.reason;
  return log.isFull ? "too_many_connections" : null;
}

function refuseTunnel(client: Duplex, entry: OpenEntry, reason: string): void {
  mark(entry, reason);
  client.end(
    `HTTP/1.1 403 Forbidden\r\nX-Airlock-Refused: ${reason}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

function refuseRequest(response: ServerResponse, entry: OpenEntry, reason: string): void {
  mark(entry, reason);
  response.writeHead(403, { "x-airlock-refused": reason, "content-type": "text/plain", connection: "close" });
  response.end(`Refused by the sandbox: ${reason}\n`);
}

function mark(entry: OpenEntry, reason: string): void {
  entry.allowed = reason === "unreachable";
  entry.reason = reason;
}
