import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { parseAllowlist } from "../allowlist.ts";
import type { Way } from "../channel.ts";
import type { Dial } from "../dial.ts";
import { createEgressProxy } from "../proxy.ts";
import { TrafficLog } from "../traffic-log.ts";

/**
 * One attempt to get past the proxy, made twice: against ours, and against one that dials what it is asked for and looks
 * no further. The second shows that the attempt is worth something. All that is dialled ends at one server of this
 * process, which writes down what it hears.
 */
export interface Attempt {
  readonly way?: Way;
  /** Pieces, sent one after the other. */
  readonly send: readonly (string | Buffer)[];
  readonly hosts?: readonly string[];
  readonly mode?: "allowlist" | "open";
  readonly methods?: "read";
  /** What names lead to; each answer is used once, the last one for good. */
  readonly answers?: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly own?: readonly string[];
  /** What the server answers whatever it hears first with. */
  readonly says?: Buffer;
  /** In what was dialled and what arrived: the thing that must not happen. */
  readonly forbidden: RegExp;
  /** How ours ends it: a reason in the record, or a reply to a request that went out without what was crooked in it. */
  readonly ends: string;
}

export const PUBLIC = "93.184.216.34";
const PATIENCE_MS = 10_000;
const OK = Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

export interface Trial {
  readonly heard: string;
  readonly reply: string;
  readonly reasons: readonly (string | undefined)[];
}

class Outside {
  readonly #server: Server;
  readonly #sockets: Socket[] = [];
  heard = "";

  constructor({ says = OK }: Attempt) {
    this.#server = createServer((socket) => {
      this.#sockets.push(socket);
      let answered = false;
      socket
        .on("error", () => {})
        .on("data", (chunk) => {
          this.heard += chunk.toString("latin1");
          if (!answered) socket.write(says);
          answered = true;
        });
    });
  }

  async open(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
  }

  readonly dial: Dial = async ({ address, port }) => {
    this.heard += `[dial ${address} ${port}]`;
    const socket = connect((this.#server.address() as AddressInfo).port, "127.0.0.1");
    this.#sockets.push(socket.on("error", () => {}));
    await once(socket, "connect");
    return socket;
  };

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

function resolverOf(answers: Attempt["answers"] = {}): (name: string) => Promise<readonly string[]> {
  const asked: Record<string, number> = {};
  return async (name) => {
    const list = answers[name] ?? [[PUBLIC]];
    const turn = asked[name] ?? 0;
    asked[name] = turn + 1;
    return list[Math.min(turn, list.length - 1)] ?? [];
  };
}

/** Against ours. */
export async function tryOurs(attempt: Attempt): Promise<Trial> {
  const outside = new Outside(attempt);
  await outside.open();
  const log = new TrafficLog({ now: () => new Date(0), entries: 32, bytes: 65_536, openAtOnce: 8 });
  const proxy = createEgressProxy({
    rules: {
      mode: attempt.mode ?? "allowlist",
      allowlist: parseAllowlist(attempt.hosts ?? ["good.test:80", "good.test:443"]),
      resolve: resolverOf(attempt.answers),
      ownAddresses: () => attempt.own ?? [],
    },
    dial: outside.dial,
    secure: async (socket) => socket,
    credentials: () => [],
    signal: new AbortController().signal,
    log,
    ...(attempt.methods ? { methods: attempt.methods } : {}),
  });
  const [near, far] = duplexPair();
  proxy.accept(far, attempt.way);
  const reply = await converse(near, attempt.send, (said) => {
    const reasons = log.entries().map(({ reason }) => reason);
    return attempt.ends === "clean" ? said.includes("\r\n\r\nok") : reasons.includes(attempt.ends);
  });
  // What was let out before the end would have arrived by now.
  await sleep(10);
  outside.close();
  return { heard: outside.heard, reply, reasons: log.entries().map(({ reason }) => reason) };
}

/** Against one that believes everything. */
export async function tryNaive(attempt: Attempt): Promise<string> {
  const outside = new Outside(attempt);
  await outside.open();
  const [near, far] = duplexPair();
  for (const end of [near, far]) end.on("error", () => {});
  serveNaively(far, attempt, outside.dial).catch(() => far.destroy());
  await converse(near, attempt.send, () => attempt.forbidden.test(outside.heard));
  outside.close();
  return outside.heard;
}

async function converse(near: Duplex, pieces: Attempt["send"], isOver: (said: string) => boolean): Promise<string> {
  let said = "";
  let closed = false;
  near
    .on("error", () => {})
    .on("close", () => {
      closed = true;
    });
  near.on("data", (chunk: Buffer) => {
    said += chunk.toString("latin1");
  });
  for (const piece of pieces) {
    if (!closed) near.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece);
    await sleep(5);
  }
  const deadline = performance.now() + PATIENCE_MS;
  while (!isOver(said) && performance.now() < deadline) await sleep(5);
  near.destroy();
  return said;
}

/** Takes the target from wherever it is named last, asks the resolver again to dial, carries bytes as they come. */
async function serveNaively(client: Duplex, attempt: Attempt, dial: Dial): Promise<void> {
  const resolve = resolverOf(attempt.answers);
  const first: Buffer = await new Promise((done) => client.once("data", done));
  client.pause();
  const { authority, rest } = await naiveTarget(client, first, attempt.way ?? { kind: "http" });
  const [, host = "", port = "80"] = /^(.*?)(?::(\d+))?$/s.exec(authority) ?? [];
  const name = host.replace(/^\[|\]$/g, "");
  await resolve(name);
  const address =
    attempt.answers && name in attempt.answers ? ((await resolve(name)).at(-1) ?? "") : asResolversDo(name);
  const upstream = await dial({ address, port: Number(port) });
  upstream.on("error", () => {});
  if (rest.length > 0) upstream.write(rest);
  client.on("data", (chunk) => upstream.write(chunk));
  client.resume();
  upstream.pipe(client);
}

async function naiveTarget(client: Duplex, first: Buffer, way: Way): Promise<{ authority: string; rest: Buffer }> {
  if (way.kind === "redirect") return { authority: way.authority, rest: first };
  if (way.kind === "socks") return naiveSocks(client, first);
  const text = first.toString("latin1");
  const [, method = "", target = ""] = /^\s*(\S+)[ \t]+(\S+)/.exec(text) ?? [];
  const authority = /^\w+:\/\//.test(target) ? target.replace(/^\w+:\/\//, "").replace(/[/?#\\].*$/s, "") : target;
  const named = authority.startsWith("/") ? (/\r\nhost: *(\S+)/i.exec(text)?.[1] ?? "") : authority;
  const end = text.indexOf("\r\n\r\n") + 4;
  if (method === "CONNECT") client.write("HTTP/1.1 200 OK\r\n\r\n");
  return { authority: named.replace(/^.*@/s, ""), rest: method === "CONNECT" ? first.subarray(end) : first };
}

/** Any version, any command, any address: on to it. */
async function naiveSocks(client: Duplex, first: Buffer): Promise<{ authority: string; rest: Buffer }> {
  let request = first;
  if (first[0] === 5 && first.length < 5) {
    client.write(Buffer.from([5, 0]));
    client.resume();
    request = await new Promise((done) => client.once("data", done));
    client.pause();
  }
  const v4 = request[0] === 4;
  const at = 4;
  const isName = !v4 && request[3] === 3;
  const size = isName ? (request[4] ?? 0) + 1 : !v4 && request[3] === 4 ? 16 : 4;
  const bytes = request.subarray(at, at + size);
  const host = isName ? bytes.toString("latin1", 1) : size === 16 ? `[${hexGroups(bytes)}]` : [...bytes].join(".");
  const port = v4 ? request.readUInt16BE(2) : request.readUInt16BE(at + size);
  client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
  return { authority: `${host}:${port}`, rest: request.subarray(at + size + 2) };
}

function hexGroups(bytes: Buffer): string {
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(":");
}

/** Odd spellings of an address are addresses to a resolver; names that nobody listed get a public one. */
function asResolversDo(name: string): string {
  try {
    const { hostname } = new URL(`http://${name.includes(":") ? `[${name}]` : name}/`);
    return /^[\d.]+$|^\[/.test(hostname) ? hostname.replace(/^\[|\]$/g, "") : `address-of-${hostname}`;
  } catch {
    return `address-of-${name}`;
  }
}
