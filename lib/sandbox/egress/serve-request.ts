import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { forwardRequest } from "./forward-request.ts";
import { credentialsFor, needsTls } from "./header-credentials.ts";
import { judgeGitRequest } from "./judge-git-request.ts";
import { judgeRequest } from "./judge-request.ts";
import { type Allowed, decideAndRecord, dialDecided, markRefused, type ProxyOptions } from "./reach-host.ts";
import type { OpenEntry } from "./traffic-log.ts";

/** Of a path, as much as the record keeps. */
const PATH_MAX = 512;
const METHOD_MAX = 16;
const HTTPS_PORT = 443;

/** A tunnel in which requests are spoken plainly. */
export interface RequestTunnel {
  readonly decision: Allowed;
  /** The tunnel's own connection and its line in the record: both are the first request's. */
  readonly first: { readonly upstream: Socket; readonly entry: OpenEntry };
  used: boolean;
}

/** A request as proxies get it, with the whole address in its first line. */
export async function serveProxied(
  request: IncomingMessage,
  response: ServerResponse,
  options: ProxyOptions,
): Promise<void> {
  const target = parseTarget(request.url ?? "");
  const authority = target ? `${target.hostname}:${target.port || "80"}` : "";
  const decided = await decideAndRecord(authority, lineOf(request, target?.pathname), options);
  if (!decided.decision || !target) {
    return refuseRequest(response, decided.entry, decided.decision ? "bad_host" : decided.reason);
  }
  decided.entry.seen = "request";
  await sendOn({ request, response, path: `${target.pathname}${target.search}`, ...decided }, options);
}

/** A request as servers get it, inside a tunnel that was allowed to one of them. */
export async function serveTunnelled(
  request: IncomingMessage,
  response: ServerResponse,
  tunnel: RequestTunnel,
  options: ProxyOptions,
): Promise<void> {
  const { decision, first } = tunnel;
  const url = request.url ?? "";
  const line = lineOf(request, url.split("?")[0]);
  const isFirst = !tunnel.used;
  tunnel.used = true;
  const { isFull } = options.log;
  const entry = isFirst
    ? Object.assign(first.entry, line)
    : options.log.add({ host: decision.host, port: decision.port, ...line, allowed: true });
  entry.seen = "request";
  if (!isFirst && isFull) return refuseRequest(response, entry, "too_many_connections");
  // An address in the line could be another than the tunnel's; a server that honours it would be asked in its name.
  if (!url.startsWith("/") && url !== "*") return refuseRequest(response, entry, "host_mismatch");
  const upstream = isFirst ? first.upstream : undefined;
  await sendOn({ request, response, path: url, entry, decision, ...(upstream ? { upstream } : {}) }, options);
}

interface Sending {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly entry: OpenEntry;
  readonly decision: Allowed;
  readonly upstream?: Socket;
}

async function sendOn(sending: Sending, options: ProxyOptions): Promise<void> {
  const { request, response, path, entry, decision } = sending;
  const { host: name, port } = decision;
  // Fetching takes one POST, so there the stricter rule is git's own.
  const refusal =
    judgeRequest(request, { name, port }, options.git === undefined ? options.methods : undefined) ??
    (options.git === undefined ? null : judgeGitRequest(request, path));
  if (refusal) return refuseRequest(response, entry, refusal);
  const dialled = sending.upstream ?? (await dialDecided(decision, options));
  if (typeof dialled === "string") return refuseRequest(response, entry, dialled);
  const credentials = credentialsFor(options.credentials(), decision);
  const tls = needsTls(credentials, decision.addresses) || (options.git !== undefined && port === HTTPS_PORT);
  const upstream = tls ? await options.secure(dialled, name, options.signal).catch(() => null) : dialled;
  if (!upstream) {
    dialled.destroy();
    return refuseRequest(response, entry, "untrusted_certificate");
  }
  // Left while the other end was dialled: its response closes no second time.
  if (response.destroyed || request.socket.destroyed) return void upstream.destroy();
  // Each scheme leaves out its own port.
  const host = port === (tls ? HTTPS_PORT : 80) ? bracketed(name) : `${bracketed(name)}:${port}`;
  forwardRequest({ request, response, upstream, target: { path, host }, credentials, entry, log: options.log });
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

function lineOf({ method }: IncomingMessage, path: string | undefined): { method: string; path?: string } {
  return {
    method: (method ?? "").slice(0, METHOD_MAX),
    ...(path === undefined ? {} : { path: path.slice(0, PATH_MAX) }),
  };
}

function bracketed(name: string): string {
  return name.includes(":") ? `[${name}]` : name;
}

/** The class of the refusal and nothing else: where a name leads is not the tool's to learn. */
function refuseRequest(response: ServerResponse, entry: OpenEntry, reason: string): void {
  markRefused(entry, reason);
  response.writeHead(403, { "x-airlock-refused": reason, "content-type": "text/plain", connection: "close" });
  response.end(`Refused by the sandbox: ${reason}\n`);
}
