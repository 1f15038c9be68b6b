import type { Duplex } from "node:stream";
import { decideAndRecord, dialDecided, markRefused, type ProxyOptions } from "./reach-host.ts";
import type { Tunnel } from "./tunnel.ts";

/**
 * SOCKS version 5 (RFC 1928) for clients that speak it: no authentication, because the channel says who it is; only
 * CONNECT, because nobody outside has business connecting to a tool, and datagrams would go where no name was checked.
 */
const VERSION = 5;
const NO_AUTHENTICATION = 0;
const NO_METHOD = 0xff;
const CONNECT = 1;
const REPLY = { done: 0, notAllowed: 2, unreachable: 4, command: 7, addressType: 8 } as const;

/** The head of a conversation as far as it came: null where more must come, "bad" where no more can help. */
type Read<T> = { readonly value: T; readonly bytes: number } | "more" | "bad";

export async function serveSocks(
  client: Duplex,
  options: ProxyOptions,
  onTunnel: (tunnel: Tunnel) => void,
): Promise<void> {
  let held: Buffer = Buffer.alloc(0);
  const next = async <T>(read: (bytes: Buffer) => Read<T>): Promise<T | null> => {
    for (;;) {
      const reading = read(held);
      if (reading === "bad") return null;
      if (reading !== "more") {
        held = held.subarray(reading.bytes);
        return reading.value;
      }
      const chunk = await nextChunk(client);
      if (!chunk) return null;
      held = Buffer.concat([held, chunk]);
    }
  };
  const refuse = (reason: string, reply: Buffer, about = { host: "", port: 0 }): void => {
    options.log.add({ ...about, method: "SOCKS", allowed: false, reason });
    client.end(reply);
  };

  const methods = await next(readGreeting);
  if (!methods) return refuse("bad_request", Buffer.alloc(0));
  if (!methods.includes(NO_AUTHENTICATION)) return refuse("bad_request", Buffer.from([VERSION, NO_METHOD]));
  client.write(Buffer.from([VERSION, NO_AUTHENTICATION]));

  const asked = await next(readCommand);
  if (!asked) return refuse("bad_request", replyWith(REPLY.addressType));
  if (asked.command !== CONNECT) return refuse("protocol_refused", replyWith(REPLY.command));
  const decided = await decideAndRecord(asked.authority, { method: "SOCKS" }, options);
  if (!decided.decision) return void client.end(replyWith(REPLY.notAllowed));
  const upstream = await dialDecided(decided.decision, options);
  if (typeof upstream === "string") {
    markRefused(decided.entry, upstream);
    return void client.end(replyWith(upstream === "unreachable" ? REPLY.unreachable : REPLY.notAllowed));
  }
  client.write(replyWith(REPLY.done));
  onTunnel({ client, head: held, upstream, decision: decided.decision, entry: decided.entry });
}

function readGreeting(bytes: Buffer): Read<number[]> {
  const [version, count] = bytes;
  if (version !== undefined && version !== VERSION) return "bad";
  if (count === undefined || bytes.length < 2 + count) return "more";
  return { value: [...bytes.subarray(2, 2 + count)], bytes: 2 + count };
}

function readCommand(bytes: Buffer): Read<{ command: number; authority: string }> {
  const [version, command, reserved, type, size] = bytes;
  if (version === undefined || command === undefined || reserved === undefined || type === undefined) return "more";
  if (version !== VERSION || reserved !== 0) return "bad";
  if (size === undefined) return "more";
  const address = { 1: 4, 3: 1 + size, 4: 16 }[type];
  if (address === undefined) return "bad";
  if (bytes.length < 4 + address + 2) return "more";
  const host = hostOf(type, bytes.subarray(4, 4 + address));
  const port = bytes.readUInt16BE(4 + address);
  return { value: { command, authority: `${host}:${port}` }, bytes: 4 + address + 2 };
}

/** A name is taken byte for byte, so that one with a NUL or a colon in it is not a name when it is judged. */
function hostOf(type: number, bytes: Buffer): string {
  if (type === 1) return [...bytes].join(".");
  if (type === 3) return bytes.toString("latin1", 1);
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  return `[${groups.join(":")}]`;
}

/** It never says which address was dialled. */
function replyWith(code: number): Buffer {
  return Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}

/** The next bytes, with the stream left paused behind them; null at its end. */
function nextChunk(client: Duplex): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const settle = (chunk: Buffer | null): void => {
      client.off("data", settle).off("end", over).off("close", over).pause();
      resolve(chunk);
    };
    const over = (): void => settle(null);
    client.on("end", over).on("close", over).on("data", settle).resume();
  });
}
