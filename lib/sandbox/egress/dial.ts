import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { connect as connectTls } from "node:tls";
import type { Resolve } from "./decide-connection.ts";

/** Connects to an address that was checked; never to a name. */
export type Dial = (target: { readonly address: string; readonly port: number }) => Promise<Socket>;

const CONNECT_MS = 10_000;
const HANDSHAKE_MS = 10_000;

export const resolveByHost: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

export const dialDirectly: Dial = ({ address, port }) =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const timer = setTimeout(() => socket.destroy(new Error("timed out")), CONNECT_MS);
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });

export interface HandshakeOptions {
  /** Ends it: then neither of the two sockets is left. */
  readonly signal: AbortSignal;
  /** Certificate authorities instead of the host's own. */
  readonly authorities?: string;
  readonly timeoutMs?: number;
}

/**
 * TLS to exactly the name that was allowed. A peer that accepts the connection and says nothing would hold it for as long
 * as it likes, so the handshake has a clock of its own and ends with the call.
 */
export function secureDirectly(socket: Socket, host: string, options: HandshakeOptions): Promise<Socket> {
  const { signal, authorities, timeoutMs = HANDSHAKE_MS } = options;
  return new Promise((resolve, reject) => {
    const secured = connectTls({
      socket,
      ALPNProtocols: ["http/1.1"],
      ...(isIP(host) === 0 ? { servername: host } : { host }),
      ...(authorities === undefined ? {} : { ca: authorities }),
    });
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onEnd);
    };
    const fail = (error: Error): void => {
      settle();
      secured.destroy();
      socket.destroy();
      reject(error);
    };
    const onEnd = (): void => fail(new Error("ended"));
    const timer = setTimeout(() => fail(new Error("timed out")), timeoutMs);
    signal.addEventListener("abort", onEnd, { once: true });
    secured.once("secureConnect", () => {
      settle();
      resolve(secured);
    });
    // For good: an error after the handshake ends the connection as well, and must not end the process.
    secured.on("error", fail);
    if (signal.aborted) onEnd();
  });
}

export function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

/** The first of the checked addresses that answers. */
export async function dialFirst(addresses: readonly string[], port: number, dial: Dial): Promise<Socket | null> {
  for (const address of addresses) {
    try {
      return await dial({ address, port });
    } catch {
      // The next one.
    }
  }
  return null;
}
