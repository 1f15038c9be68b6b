import type { Duplex } from "node:stream";
import { readClientHello } from "./client-hello.ts";
import type { OpenEntry, TrafficLog } from "./traffic-log.ts";

interface Tunnel {
  readonly client: Duplex;
  /** What came with the CONNECT already. */
  readonly head: Buffer;
  readonly upstream: Duplex;
  readonly host: string;
  readonly entry: OpenEntry;
  readonly log: TrafficLog;
}

/** Carries bytes both ways. Nothing goes out before the first bytes are known to be for the host that was allowed. */
export function openTunnel({ client, head, upstream, host, entry, log }: Tunnel): void {
  const end = (reason?: string): void => {
    if (reason) {
      entry.allowed = false;
      entry.reason = reason;
    }
    client.destroy();
    upstream.destroy();
  };
  client.on("error", () => end());
  upstream.on("error", () => end());
  client.on("close", () => upstream.destroy());
  upstream.on("close", () => client.destroy());

  upstream.on("data", (chunk: Buffer) => {
    if (!log.count(entry, "bytesIn", chunk.length)) end("too_many_bytes");
  });
  upstream.pipe(client);

  let held: Buffer | null = Buffer.alloc(0);
  const send = (chunk: Buffer): void => {
    if (!log.count(entry, "bytesOut", chunk.length)) end("too_many_bytes");
    else if (!upstream.write(chunk)) {
      client.pause();
      upstream.once("drain", () => client.resume());
    }
  };
  const receive = (chunk: Buffer): void => {
    if (held === null) {
      send(chunk);
      return;
    }
    held = Buffer.concat([held, chunk]);
    const reading = readClientHello(held);
    if (reading.kind === "hello" && !fits(reading.serverName, host)) end("server_name_mismatch");
    else if (reading.kind !== "incomplete") {
      const first = held;
      held = null;
      send(first);
    }
  };
  if (head.length > 0) receive(head);
  client.on("data", receive);
  client.on("end", () => upstream.end());
}

/** An address has no name to ask for; a name must be asked for by name. */
function fits(serverName: string | null, host: string): boolean {
  if (/^[\d.]+$|:/.test(host)) return serverName === null || serverName === host;
  return serverName === host;
}
