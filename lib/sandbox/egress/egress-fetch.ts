import { type IncomingMessage, request as makeRequest } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { NetworkEntry } from "#lib/sandbox/result.ts";
import { parseAllowlist } from "./allowlist.ts";
import { decideConnection } from "./decide-connection.ts";
import { dialFirst } from "./dial.ts";
import { CALL_LIMITS } from "./limits.ts";
import { lookupsOf } from "./look-up.ts";
import type { EgressDoors } from "./open-egress.ts";
import { type OpenEntry, TrafficLog } from "./traffic-log.ts";

/**
 * `fetch` for our own process where it speaks in a tool's name: the same decision about host and address as for a
 * sandboxed call, the same record, one connection a request. It follows no redirect, for what a server points at was
 * never judged, and it gives out no more bytes than it was allowed.
 */
export interface EgressFetch {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  entries(): NetworkEntry[];
}

/** Why a request was not made, or its answer not taken; a class, never an address. */
export class EgressRefused extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(`refused by the egress rules: ${reason}`);
    this.reason = reason;
  }
}

export interface EgressFetchOptions {
  readonly network: SandboxPlan["network"];
  readonly doors: EgressDoors;
  /** Of everything that is sent and received. */
  readonly bytes: number;
  /** Ends whatever is under way. */
  readonly signal: AbortSignal;
}

const MOST_REQUESTS = 256;
const PATH_MAX = 512;
const NO_BODY = [204, 205, 304];

export function openEgressFetch({ network, doors, bytes, signal }: EgressFetchOptions): EgressFetch {
  const log = new TrafficLog({ now: doors.now, entries: MOST_REQUESTS, bytes });
  const allowlist = parseAllowlist(network.hosts);
  const resolve = lookupsOf(doors.resolve, CALL_LIMITS.lookupsAtOnce, signal);
  const rules = {
    ...doors,
    resolve,
    allowlist,
    mode: network.mode === "open" ? ("open" as const) : ("allowlist" as const),
  };

  return {
    entries: () => log.entries(),
    async fetch(address, init = {}) {
      const url = new URL(address);
      const secure = url.protocol === "https:";
      const authority = isPlain(url) ? `${url.hostname}:${url.port || (secure ? 443 : 80)}` : "";
      const decision = await decideConnection(network.mode === "none" ? "" : authority, rules);
      const method = (init.method ?? "GET").toUpperCase().slice(0, 16);
      const path = url.pathname.slice(0, PATH_MAX);
      const refusal = decision.allowed ? null : network.mode === "none" ? "not_listed" : decision.reason;
      const entry = log.add({
        ...{ host: url.hostname, port: decision.port, method, path },
        allowed: decision.allowed,
        ...(refusal ? { reason: refusal } : {}),
      });
      if (!decision.allowed) throw new EgressRefused(refusal ?? "not_listed");
      if (log.isFull) throw refused(entry, "too_many_connections");
      const dialled = await dialFirst(decision.addresses, decision.port, doors.dial);
      if (!dialled) throw refused(entry, "unreachable");
      const ended = init.signal ? AbortSignal.any([signal, init.signal]) : signal;
      if (ended.aborted) dialled.destroy();
      ended.throwIfAborted();
      const connection = secure ? await doors.secure(dialled, decision.host, ended).catch(() => null) : dialled;
      if (!connection) {
        dialled.destroy();
        ended.throwIfAborted();
        throw refused(entry, "untrusted_certificate");
      }
      return await exchange({ url, init: { ...init, method, signal: ended }, connection, entry, log });
    },
  };
}

interface Exchange {
  readonly url: URL;
  readonly init: RequestInit & { readonly signal: AbortSignal; readonly method: string };
  readonly connection: Socket;
  readonly entry: OpenEntry;
  readonly log: TrafficLog;
}

async function exchange({ url, init, connection, entry, log }: Exchange): Promise<Response> {
  const body = typeof init.body === "string" ? Buffer.from(init.body) : Buffer.alloc(0);
  if (!log.count(entry, "bytesOut", body.length)) {
    connection.destroy();
    throw refused(entry, "too_many_bytes");
  }
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = makeRequest({
      createConnection: () => connection,
      method: init.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(new Headers(init.headers)), host: url.host, connection: "close" },
      setHost: false,
      signal: init.signal,
    });
    outgoing.once("response", resolve);
    // For good: after the response an error says only that its body broke off, which the reader of the body hears.
    outgoing.on("error", reject);
    // Nobody asked for another protocol; unheard, it would leave whoever waits without any answer.
    outgoing.on("upgrade", (_incoming, socket) => {
      socket.destroy();
      reject(refused(entry, "bad_response"));
    });
    outgoing.end(body);
  });
  const status = incoming.statusCode ?? 502;
  // Three digits are a status to the reader of the answer, and not all of them to a Response: it would throw, and the connection stay.
  if (status < 200 || status > 599) {
    incoming.destroy();
    throw refused(entry, "bad_response");
  }
  if (status >= 300 && status < 400 && status !== 304) {
    incoming.destroy();
    throw refused(entry, "redirect");
  }
  incoming.on("data", (chunk: Buffer) => {
    if (!log.count(entry, "bytesIn", chunk.length)) incoming.destroy(refused(entry, "too_many_bytes"));
  });
  incoming.pause();
  const content = NO_BODY.includes(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(content, { status, headers: headersOf(incoming) });
}

function headersOf({ headers }: IncomingMessage): Headers {
  const taken = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) taken.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return taken;
}

function isPlain({ protocol, username, password }: URL): boolean {
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

function refused(entry: OpenEntry, reason: string): EgressRefused {
  entry.allowed = reason === "unreachable";
  entry.reason = reason;
  return new EgressRefused(reason);
}
