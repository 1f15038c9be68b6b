import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { connect as connectTls } from "node:tls";
import type { Resolve } from "./decide-connection.ts";

/** Connects to an address that was checked; never to a name. */
export type Dial = (target: { readonly address: string; readonly port: number }) => Promise<Socket>;

const CONNECT_MS = 10_000;

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

/** TLS with the host's own certificate authorities, to exactly the name that was allowed. */
export function secureDirectly(socket: Socket, host: string, authorities?: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({
      socket,
      ALPNProtocols: ["http/1.1"],
      ...(isIP(host) === 0 ? { servername: host } : { host }),
      ...(authorities === undefined ? {} : { ca: authorities }),
    });
    secured.once("secureConnect", () => resolve(secured));
    secured.once("error", reject);
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
