import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Way } from "./channel.ts";
import { judgeRequest } from "./judge-request.ts";
import { decideAndRecord, dialDecided, markRefused, type ProxyOptions } from "./reach-host.ts";
import { type RequestTunnel, serveProxied, serveTunnelled } from "./serve-request.ts";
import { serveSocks } from "./socks.ts";
import type { OpenEntry } from "./traffic-log.ts";
import { openTunnel, type Tunnel } from "./tunnel.ts";

/**
 * The proxy of one sandbox. It never listens: connections are handed to it from that sandbox's channel, so there is no
 * port that another process could use and no identity to check.
 *
 * It follows no redirect (the client asks again and is judged again) and tells a refused client the class of the refusal,
 * never an address. Inside a TLS tunnel it sees the server's name and nothing more.
 */
export interface EgressProxy {
  accept(connection: Duplex, way?: Way): void;
}

const HEADER_BYTES = 16_384;

export function createEgressProxy(options: ProxyOptions): EgressProxy {
  /** Connections in which requests are spoken inside a tunnel, and where that tunnel leads. */
  const tunnels = new WeakMap<Duplex, RequestTunnel>();
  const server: Server = createServer({ maxHeaderSize: HEADER_BYTES, insecureHTTPParser: false });

  const onTunnel = (tunnel: Tunnel): void => openTunnel(tunnel, options, onRequests);
  const onRequests = ({ client, head, upstream, decision, entry }: Tunnel): void => {
    tunnels.set(client, { decision, first: { upstream, entry }, used: false });
    client.unshift(head);
    server.emit("connection", client);
    client.resume();
  };
  /** What cannot be read as a request, or asks for what no request may: nobody knows to whom it would have gone. */
  const turnAway = (client: Duplex, reason: string): void => {
    const tunnel = tunnels.get(client);
    if (tunnel && !tunnel.used) markRefused(tunnel.first.entry, reason);
    else {
      const { host, port } = tunnel?.decision ?? { host: "", port: 0 };
      options.log.add({ host, port, allowed: false, reason });
    }
    client.destroy();
  };

  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => {});
    if (tunnels.has(client)) return turnAway(client, "protocol_refused");
    connect(request, client, head, options, onTunnel).catch(() => client.destroy());
  });
  server.on("request", (request, response) => {
    const tunnel = tunnels.get(request.socket);
    const served = tunnel
      ? serveTunnelled(request, response, tunnel, options)
      : serveProxied(request, response, options);
    served.catch(() => response.destroy());
  });
  // A protocol switch on a plain request would be a tunnel that nobody judged.
  server.on("upgrade", (_request: IncomingMessage, client: Duplex) => turnAway(client, "protocol_refused"));
  server.on("clientError", (error: NodeJS.ErrnoException, client) => {
    if (error.code?.startsWith("HPE_")) turnAway(client, "bad_request");
    else client.destroy();
  });

  return {
    accept(connection, way = { kind: "http" }) {
      if (way.kind === "http") return void server.emit("connection", connection);
      connection.on("error", () => {});
      const serving =
        way.kind === "socks"
          ? serveSocks(connection, options, onTunnel)
          : redirect(connection, way.authority, options, onTunnel);
      serving.catch(() => connection.destroy());
    },
  };
}

type OnTunnel = (tunnel: Tunnel) => void;

async function connect(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  options: ProxyOptions,
  onTunnel: OnTunnel,
): Promise<void> {
  const { entry, ...decided } = await decideAndRecord(request.url ?? "", { method: "CONNECT" }, options);
  if (!decided.decision) return refuseTunnel(client, entry, decided.reason);
  const { decision } = decided;
  const refusal = judgeRequest(request, { name: decision.host, port: decision.port }, options.methods);
  if (refusal) return refuseTunnel(client, entry, refusal);
  const upstream = await dialDecided(decision, options);
  if (typeof upstream === "string") return refuseTunnel(client, entry, upstream);
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  onTunnel({ client, head, upstream, decision, entry });
}

/** A program that knows no proxy connected to a name; it can only be told by a connection that breaks. */
async function redirect(client: Duplex, authority: string, options: ProxyOptions, onTunnel: OnTunnel): Promise<void> {
  const { entry, ...decided } = await decideAndRecord(authority, { method: "TCP" }, options);
  if (!decided.decision) return void client.destroy();
  const upstream = await dialDecided(decided.decision, options);
  if (typeof upstream === "string") {
    markRefused(entry, upstream);
    return void client.destroy();
  }
  onTunnel({ client, head: Buffer.alloc(0), upstream, decision: decided.decision, entry });
}

function refuseTunnel(client: Duplex, entry: OpenEntry, reason: string): void {
  markRefused(entry, reason);
  client.end(
    `HTTP/1.1 403 Forbidden\r\nX-Airlock-Refused: ${reason}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}
