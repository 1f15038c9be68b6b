import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
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
