import { once } from "node:events";
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionOptions, connect, createServer, type TlsOptions, type Server as TlsServer } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { clientHello, record, u16 } from "./client-hello.fixture.ts";
import { createInspector, type Verdict } from "./inspect-stream.ts";
import { ServerAnswer } from "./server-hello.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./test-certificate.fixture.ts";

/**
 * The inspector between real ends: OpenSSL as a client, whose handshakes have to go on, and as a server, which says what it
 * would have made of the crooked ones.
 */
const open: { close(): void }[] = [];

afterEach(() => {
  for (const it of open.splice(0).reverse()) it.close();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listen<S extends Server>(server: S): Promise<S> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  await once(server.listen(0, "127.0.0.1"), "listening");
  open.push({
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  return server;
}

/** A TLS server that writes down which names it was asked for. */
async function origin(options: TlsOptions = {}): Promise<{ readonly server: TlsServer; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(
    {
      key: TEST_KEY,
      cert: TEST_CERTIFICATE,
      SNICallback: (name, done) => {
        asked.push(name);
        done(null);
      },
      ...options,
    },
    (socket) => socket.on("error", () => {}).end("from the origin"),
  );
  server.on("tlsClientError", () => {});
  return { server: await listen(server), asked };
}

/** Carries bytes to an origin; with a host, as far as the inspector lets them. */
async function relay(
  to: TlsServer,
  host: string | null,
): Promise<{ readonly port: number; readonly verdicts: Verdict[] }> {
  const verdicts: Verdict[] = [];
  const server = createTcpServer((near) => {
    const inspector = host === null ? null : createInspector(host, undefined);
    const far = connectTcp(portOf(to), "127.0.0.1").on("error", () => {});
    const follow = (verdict: Verdict): void => {
      verdicts.push(verdict);
      if (verdict.kind === "send") far.write(verdict.bytes);
      else if (verdict.kind === "refuse") near.destroy();
    };
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    near.on("data", (chunk) => follow(inspector ? inspector.take(chunk) : { kind: "send", bytes: chunk }));
    far.on("data", (chunk) => {
      if (inspector) follow(inspector.answered(chunk));
      near.write(chunk);
    });
  });
  return { port: portOf(await listen(server)), verdicts };
}

interface Visit {
  readonly said: string;
  readonly reused: boolean;
  readonly session: Buffer | undefined;
}

async function visit(port: number, options: ConnectionOptions): Promise<Visit> {
  const client = connect({ port, host: "127.0.0.1", servername: "api.test", ca: TEST_CERTIFICATE, ...options });
  let said = "";
  let session: Buffer | undefined;
  let reused = false;
  client.on("secureConnect", () => {
    reused = client.isSessionReused();
  });
  client.on("session", (ticket) => {
    session = ticket;
  });
  client.on("data", (chunk) => {
    said += chunk.toString();
  });
  await once(client, "close");
  return { said, reused, session };
}

describe("goes on", () => {
  test.each<[string, TlsOptions & ConnectionOptions]>([
    ["TLS 1.2", { maxVersion: "TLSv1.2" }],
    ["TLS 1.3", { minVersion: "TLSv1.3" }],
  ])("a handshake of %s, and one that resumes it", async (_, options) => {
    const { server, asked } = await origin(options);
    const { port, verdicts } = await relay(server, "api.test");
    const first = await visit(port, options);
    const second = await visit(port, { ...options, ...(first.session ? { session: first.session } : {}) });
    expect([first.said, second.said]).toEqual(["from the origin", "from the origin"]);
    expect([first.reused, second.reused]).toEqual([false, true]);
    expect(asked).toContain("api.test");
    expect(verdicts.filter(({ kind }) => kind === "refuse")).toEqual([]);
  });

  test("one in which the server asks for a second hello", async () => {
    const { server } = await origin({ ecdhCurve: "P-384" });
    const { port, verdicts } = await relay(server, "api.test");
    expect((await visit(port, { ecdhCurve: "X25519:P-384", minVersion: "TLSv1.3" })).said).toBe("from the origin");
    // Two hellos, one of them after the answer.
    const hellos = verdicts.filter((it) => it.kind === "send" && it.bytes.includes("api.test"));
    expect(hellos).toHaveLength(2);
  });
});

/** Speaks bytes of its own, the next ones when something has come back or a while has passed; whether a hello was taken. */
async function speak(port: number, pieces: readonly Buffer[]): Promise<boolean> {
  const client = connectTcp(port, "127.0.0.1").on("error", () => {});
  open.push({ close: () => client.destroy() });
  const answer = new ServerAnswer();
  let taken = false;
  client.on("data", (chunk) => {
    taken = answer.read(chunk);
  });
  for (const piece of pieces) {
    client.write(piece);
    await Promise.race([once(client, "data").catch(() => {}), once(client, "close"), sleep(200)]);
  }
  return taken;
}

const extensions = (keys: Buffer): [number, Buffer][] => [
  [43, Buffer.from([2, 3, 4])],
  [10, Buffer.from([0, 2, 0, 29])],
  [13, Buffer.from([0, 2, 4, 3])],
  [51, Buffer.concat([u16(keys.length), keys])],
];
const KEY = Buffer.concat([u16(29), u16(32), Buffer.from([9]), Buffer.alloc(31)]);
const EVIL = clientHello({ names: ["evil.test"], last: extensions(KEY) });
const EARLY = clientHello({ names: ["good.test"], last: [...extensions(Buffer.alloc(0)), [42, Buffer.alloc(0)]] });
const SEALED = record(0x17, Buffer.alloc(64, 1));
const empty = (type: number): Buffer => record(type, Buffer.alloc(0));

describe("never reaches a server that would read it", () => {
  test.each([
    ["a hello behind a record without content", [Buffer.concat([empty(0x16), EVIL])]],
    ["a hello behind a change of cipher without content", [Buffer.concat([empty(0x14), EVIL])]],
    ["a record without content, and then a hello", [empty(0x16), EVIL]],
    ["a second hello, asked for, behind bytes that look sealed", [EARLY, Buffer.concat([SEALED, EVIL])]],
    ["a second hello, asked for, after bytes that look sealed", [EARLY, SEALED, EVIL]],
    ["a second hello, asked for", [EARLY, EVIL]],
  ])("%s", async (_, pieces) => {
    const { server } = await origin();
    const bare = await relay(server, null);
    // The control: OpenSSL reads the hello for the other server, and answers it.
    expect(await speak(bare.port, pieces)).toBe(true);
    const { port, verdicts } = await relay(server, "good.test");
    expect(await speak(port, pieces)).toBe(false);
    expect(verdicts.at(-1)).toEqual({ kind: "refuse", reason: "server_name_mismatch" });
  });
});
