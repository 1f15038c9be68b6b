import type { Socket } from "node:net";
import { canonicalHost } from "./canonical-host.ts";
import { type ConnectionDecision, type ConnectionRules, decideConnection } from "./decide-connection.ts";
import { type Dial, dialFirst } from "./dial.ts";
import type { HeaderCredential } from "./header-credentials.ts";
import type { OpenEntry, TrafficLog } from "./traffic-log.ts";

/** What the connections of one sandbox have in common. */
export interface ProxyOptions {
  readonly rules: ConnectionRules;
  readonly dial: Dial;
  /** TLS over a dialled connection, to this host by name; only for requests that we add a credential to. */
  readonly secure: (socket: Socket, host: string, signal: AbortSignal) => Promise<Socket>;
  readonly log: TrafficLog;
  readonly methods?: "read";
  /** Only requests that can be seen, and of these only what fetching takes; see `judge-git-request.ts`. */
  readonly git?: "fetch";
  /** Asked for each request: a sandbox that serves further calls gets theirs. */
  readonly credentials: () => readonly HeaderCredential[];
  /** Ends with the sandbox. */
  readonly signal: AbortSignal;
}

export type Allowed = ConnectionDecision & { readonly allowed: true };

export type Decided =
  | { readonly entry: OpenEntry; readonly decision: Allowed }
  | { readonly entry: OpenEntry; readonly decision: null; readonly reason: string };

/** Decides about one authority and records it, whichever way it was asked for. Nothing is dialled yet. */
export async function decideAndRecord(
  authority: string,
  about: { readonly method: string; readonly path?: string },
  { rules, log }: ProxyOptions,
): Promise<Decided> {
  // Before the name is looked up: a lookup is work for the whole machine, and it goes on when whoever asked has left.
  if (!log.begin()) {
    const { name: host, port } = canonicalHost(authority) ?? { name: "", port: 0 };
    const reason = "too_many_connections";
    return { entry: log.add({ host, port, ...about, allowed: false, reason }), decision: null, reason };
  }
  const decision = await decideConnection(authority, rules);
  const { isFull } = log;
  const reason = decision.allowed ? (isFull ? "too_many_connections" : null) : decision.reason;
  const { host, port } = decision;
  const entry = log.add({ host, port, ...about, allowed: reason === null, ...(reason === null ? {} : { reason }) });
  return decision.allowed && reason === null
    ? { entry, decision }
    : { entry, decision: null, reason: reason ?? "not_listed" };
}

/** A connection to the checked addresses and no others, counted while it is open; or why there is none. */
export async function dialDecided(decision: Allowed, { dial, log, signal }: ProxyOptions): Promise<Socket | string> {
  const leave = log.takePlace();
  if (!leave) return "too_many_open";
  const upstream = await dialFirst(decision.addresses, decision.port, dial);
  if (!upstream) {
    leave();
    return "unreachable";
  }
  upstream.on("error", () => {});
  // Whoever asked may be gone by now, and nothing else would end it: no connection outlives its call.
  const end = (): void => void upstream.destroy();
  signal.addEventListener("abort", end);
  upstream.once("close", () => {
    signal.removeEventListener("abort", end);
    leave();
  });
  if (signal.aborted) end();
  return upstream;
}

/** An address that does not answer was allowed all the same. */
export function markRefused(entry: OpenEntry, reason: string): void {
  entry.allowed = reason === "unreachable";
  entry.reason = reason;
}
