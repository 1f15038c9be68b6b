import { type IncomingHttpHeaders, type IncomingMessage, request as makeRequest, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { OpenEntry, TrafficLog } from "./traffic-log.ts";

interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Socket;
  readonly target: URL;
  readonly entry: OpenEntry;
  readonly log: TrafficLog;
}

/** They speak about one hop, and this is where it ends. */
const HOP_BY_HOP = /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|expect)$/;

/** Sends one plain request on over a connection that is used once. */
export function forwardRequest({ request, response, upstream, target, entry, log }: Forwarding): void {
  const end = (reason?: string): void => {
    if (reason) entry.reason = reason;
    response.destroy();
    upstream.destroy();
  };
  const outgoing = makeRequest({
    createConnection: () => upstream,
    method: request.method,
    path: `${target.pathname}${target.search}`,
    headers: { ...endToEnd(request.headers), host: target.host, connection: "close" },
    setHost: false,
  });
  outgoing.on("error", () => end());
  outgoing.on("response", (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.headers));
    incoming.on("data", (chunk: Buffer) => {
      if (!log.count(entry, "bytesIn", chunk.length)) end("too_many_bytes");
    });
    incoming.on("error", () => end());
    incoming.pipe(response);
  });
  request.on("data", (chunk: Buffer) => {
    if (!log.count(entry, "bytesOut", chunk.length)) end("too_many_bytes");
  });
  request.on("error", () => end());
  response.on("error", () => end());
  response.on("close", () => upstream.destroy());
  request.pipe(outgoing);
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? "").toLowerCase().split(/\s*,\s*/));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name) && !named.has(name)));
}
