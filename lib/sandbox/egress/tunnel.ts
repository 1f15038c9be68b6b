import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { IdleError } from "./channel.ts";
import { createInspector, type Verdict } from "./inspect-stream.ts";
import type { Allowed, ProxyOptions } from "./reach-host.ts";
import type { OpenEntry } from "./traffic-log.ts";

/** A connection that was decided and dialled, before anything went through it. */
export interface Tunnel {
  readonly client: Duplex;
  /** What came with the request for the tunnel already. */
  readonly head: Buffer;
  readonly upstream: Socket;
  readonly decision: Allowed;
  readonly entry: OpenEntry;
}

/**
 * Carries bytes both ways. Nothing goes out before the first bytes are known to be for the host that was allowed; where
 * they are plain HTTP the tunnel is handed over whole, and each request in it is judged.
 */
export function openTunnel(
  tunnel: Tunnel,
  { log, methods, git }: Pick<ProxyOptions, "log" | "methods" | "git">,
  onRequests: (tunnel: Tunnel) => void,
): void {
  const { client, head, upstream, decision, entry } = tunnel;
  const inspector = createInspector(decision.host, methods, git === undefined ? "any" : "requests");
  const end = (reason?: string): void => {
    if (reason) {
      entry.allowed = reason === "idle";
      entry.reason = reason;
    }
    client.destroy();
    upstream.destroy();
  };
  const send = (bytes: Buffer): void => {
    if (!log.count(entry, "bytesOut", bytes.length)) end("too_many_bytes");
    else if (!upstream.write(bytes)) {
      client.pause();
      upstream.once("drain", () => client.resume());
    }
  };

  const fromServer = (chunk: Buffer): void => {
    if (!log.count(entry, "bytesIn", chunk.length)) end("too_many_bytes");
    else follow(inspector.answered(chunk));
  };
  const fromClient = (chunk: Buffer): void => follow(inspector.take(chunk));
  const follow = (verdict: Verdict): void => {
    if (inspector.seen) entry.seen = inspector.seen;
    if (verdict.kind === "send") send(verdict.bytes);
    else if (verdict.kind === "refuse") end(verdict.reason);
    else if (verdict.kind === "http") handOver(verdict.bytes);
  };
  const serverClosed = (): void => void client.destroy();
  const clientEnded = (): void => void upstream.end();
  const handOver = (bytes: Buffer): void => {
    upstream.off("data", fromServer).off("close", serverClosed).unpipe(client);
    client.off("data", fromClient).off("end", clientEnded).pause();
    onRequests({ ...tunnel, head: bytes });
  };

  log.carries(entry, upstream);
  client.on("error", (error) => end(error instanceof IdleError ? "idle" : undefined));
  client.on("close", () => upstream.destroy());
  client.on("end", clientEnded);
  upstream.on("error", () => end());
  upstream.on("close", serverClosed);
  upstream.on("data", fromServer).pipe(client);
  client.on("data", fromClient).resume();
  // Left while the other end was dialled: it closes no second time.
  if (client.destroyed) end();
  if (head.length > 0) fromClient(head);
}
