import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseAllowlist } from "./allowlist.ts";
import { clientHello } from "./client-hello.fixture.ts";
import type { HeaderCredential } from "./header-credentials.ts";
import { createEgressProxy, type EgressProxy } from "./proxy.ts";
import { TrafficLog } from "./traffic-log.ts";

const PUBLIC = "93.184.216.34";

let origin: Server;
let raw: TcpServer;
let received: string[];
let dialled: string[];
let answers: Record<string, string[]>;
/** What plain TCP says as soon as somebody connects. */
let said: string;
let log: TrafficLog;
const sockets: Socket[] = [];

beforeEach(async () => {
  received = [];
  dialled = [];
  said = "raw bytes";
  answers = { "good.test": [PUBLIC], "bad.test": ["127.0.0.1"] };
  log = new TrafficLog({ now: () => new Date(0), entries: 8, bytes: 4096 });
  origin = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { "x-origin": "yes", "proxy-secret": "1" });
    response.end(request.url === "/large" ? "x".repeat(100_000) : "from the origin");
  }).listen(0, "127.0.0.1");
  raw = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {}).on("data", (chunk) => received.push(chunk.toString("latin1")));
    socket.write(said);
  }).listen(0, "127.0.0.1");
  await Promise.all([once(origin, "listening"), once(raw, "listening")]);
});

afterEach(() => {
  origin.close();
  origin.closeAllConnections();
  raw.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

const HOSTS = ["good.test:80", "good.test:443", "bad.test:80"];

/** A connection of the sandbox to its proxy. */
function open(hosts = HOSTS, credentials: readonly HeaderCredential[] = []): Duplex {
  return connectTo(openProxy(hosts, credentials));
}

/** Whatever is dialled ends at our own servers: 80 at HTTP, 443 at raw TCP. */
function openProxy(hosts = HOSTS, credentials: readonly HeaderCredential[] = []): EgressProxy {
  return createEgressProxy({
    rules: {
      mode: "allowlist",
      allowlist: parseAllowlist(hosts),
      resolve: async (name) => answers[name] ?? [],
      ownAddresses: () => [],
    },
    dial: async ({ address, port }) => {
      dialled.push(`${address}:${port}`);
      const server = port === 80 ? origin : raw;
      const socket = connect((server.address() as { port: number }).port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    },
    secure: async (socket) => socket,
    credentials: () => credentials,
    signal: new AbortController().signal,
    log,
  });
}

function connectTo(proxy: EgressProxy): Duplex {
  const [near, far] = duplexPair();
  near.on("error", () => {});
  proxy.accept(far);
  return near;
}

/** What the proxy said until it closed the connection, or until the test has seen enough. */
async function talk(
  connection: Duplex,
  text: string | Buffer,
  isEnough: (reply: string) => boolean = () => false,
): Promise<string> {
  let reply = "";
  let over = false;
  const end = (): void => {
    over = true;
  };
  connection.on("close", end).on("end", end);
  connection.on("data", (chunk: Buffer) => {
    reply += chunk.toString("latin1");
  });
  connection.write(text);
  while (!over && !isEnough(reply)) await new Promise((done) => setTimeout(done, 5));
  connection.destroy();
  return reply;
}

describe("plain requests", () => {
  test("ask for the whole answer where a secret is added, so that it cannot come back in pieces", async () => {
    const ask = "GET http://good.test/ HTTP/1.1\r\nHost: good.test\r\nRange: bytes=0-3\r\nIf-Range: x\r\n\r\n";
    const isAnswered = (said: string): boolean => said.includes("from the origin");
    await talk(open(), ask, isAnswered);
    const secret = { host: "good.test:80", header: "authorization", value: "s3cret-of-the-proxy" };
    await talk(open(undefined, [secret]), ask, isAnswered);
    const [without, added] = received;
    // The control: nothing is taken from a request that is given nothing.
    expect(without).toContain('"range":"bytes=0-3"');
    expect(added).toContain("s3cret-of-the-proxy");
    expect(added).not.toContain("range");
  });

  const HIDDEN = "POST /hidden HTTP/1.1\r\nHost: other.test\r\nContent-Length: 0\r\n\r\n";
  const CHUNKED = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`;
  const WHOLE = `Content-Length: ${HIDDEN.length}\r\n`;

  test.each([
    ["in chunks", "GET", `Transfer-Encoding: chunked\r\n\r\n${CHUNKED}`],
    ["in chunks, behind a HEAD", "HEAD", `Transfer-Encoding: chunked\r\n\r\n${CHUNKED}`],
    [
      "of a length that the client calls a matter of the hop",
      "GET",
      `Connection: content-length\r\n${WHOLE}\r\n${HIDDEN}`,
    ],
    ["of a length", "GET", `${WHOLE}\r\n${HIDDEN}`],
  ])("go on with their body inside them: one %s is no second request", async (_, method, rest) => {
    // Port 443 leads to plain TCP, where it is seen byte for byte.
    const head = `${method} http://good.test:443/ HTTP/1.1\r\nHost: good.test:443\r\n`;
    const connection = open();
    connection.write(`${head}${rest}`);
    while (!received.join("").includes("/hidden")) await new Promise((done) => setTimeout(done, 5));
    connection.destroy();
    const [sentHead = "", ...sentBody] = received.join("").split("\r\n\r\n");
    const announced = /^transfer-encoding: chunked$|^content-length: (\d+)$/im.exec(sentHead);
    expect(announced).not.toBeNull();
    if (announced?.[1] === undefined) expect(sentBody.join("")).toMatch(/^[0-9a-f]+\r\nPOST/);
    else expect(Number(announced[1])).toBe(HIDDEN.length);
  });

  test("reach a listed host at the address that was checked, without the headers of the hop", async () => {
    const reply = await talk(
      open(),
      "GET http://good.test/a/b?secret=1 HTTP/1.1\r\nHost: good.test\r\nProxy-Authorization: x\r\nConnection: x-drop\r\nX-Drop: 1\r\nX-Keep: 1\r\n\r\n",
      (said) => said.includes("from the origin"),
    );
    expect(reply).toContain("from the origin");
    expect(reply).toContain("x-origin: yes");
    expect(reply).not.toContain("proxy-secret");
    expect(dialled).toEqual([`${PUBLIC}:80`]);
    expect(received[0]).toContain("GET /a/b?secret=1");
    expect(received[0]).toContain("x-keep");
    expect(received[0]).not.toMatch(/proxy-authorization|x-drop/);
    expect(log.entries()).toEqual([
      {
        at: "1970-01-01T00:00:00.000Z",
        host: "good.test",
        port: 80,
        method: "GET",
        path: "/a/b",
        allowed: true,
        seen: "request",
        bytesIn: 15,
      },
    ]);
  });

  test.each([
    ["an unlisted host", "GET http://other.test/ HTTP/1.1\r\nHost: other.test\r\n\r\n", "not_listed"],
    ["a name that leads to us", "GET http://bad.test/ HTTP/1.1\r\nHost: bad.test\r\n\r\n", "private_address"],
    ["a Host that is not the target", "GET http://good.test/ HTTP/1.1\r\nHost: other.test\r\n\r\n", "host_mismatch"],
    ["a target without a host", "GET /etc/passwd HTTP/1.1\r\nHost: good.test\r\n\r\n", "bad_host"],
    ["another scheme", "GET ftp://good.test/ HTTP/1.1\r\nHost: good.test\r\n\r\n", "bad_host"],
    ["a password in the target", "GET http://u:p@good.test/ HTTP/1.1\r\nHost: good.test\r\n\r\n", "bad_host"],
  ])("%s is refused, and nothing is dialled", async (_name, request, reason) => {
    const reply = await talk(open(), request);
    expect(reply).toMatch(/^HTTP\/1\.1 403/);
    expect(reply).toContain(reason);
    expect(dialled).toEqual([]);
    expect(log.entries()).toMatchObject([{ allowed: false, reason }]);
  });

  test("a request that asks for another protocol is not let through", async () => {
    const reply = await talk(
      open(),
      "GET http://good.test/ HTTP/1.1\r\nHost: good.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    expect(reply).toBe("");
    expect(dialled).toEqual([]);
  });

  test("more bytes than a call may move end it", async () => {
    const reply = await talk(open(), "GET http://good.test/large HTTP/1.1\r\nHost: good.test\r\n\r\n");
    expect(reply.length).toBeLessThan(100_000);
    expect(log.entries()[0]).toMatchObject({ reason: "too_many_bytes" });
  });
});

describe("tunnels", () => {
  test("carry bytes both ways to a listed host and port", async () => {
    const reply = await talk(
      open(),
      "CONNECT good.test:443 HTTP/1.1\r\nHost: good.test:443\r\n\r\nhello",
      (said) => said.includes("raw bytes") && received.length > 0,
    );
    expect(reply).toContain("200 Connection Established");
    expect(reply).toContain("raw bytes");
    expect(received).toEqual(["hello"]);
    expect(dialled).toEqual([`${PUBLIC}:443`]);
    expect(log.entries()[0]).toMatchObject({ method: "CONNECT", allowed: true, bytesIn: 9, bytesOut: 5 });
  });

  test.each([
    ["good.test:22", "not_listed"],
    ["other.test:443", "not_listed"],
    ["bad.test:80", "private_address"],
    ["127.0.0.1:80", "not_listed"],
    ["nonsense", "bad_host"],
  ])("to %s are refused: %s", async (authority, reason) => {
    const reply = await talk(open(), `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(reply).toContain("403");
    expect(reply).toContain(reason);
    expect(dialled).toEqual([]);
  });

  test("a TLS hello for another server than the allowed one never leaves", async () => {
    const request = Buffer.from("CONNECT good.test:443 HTTP/1.1\r\nHost: good.test:443\r\n\r\n");
    await talk(open(), Buffer.concat([request, clientHello({ names: ["other.test"] })]));
    expect(received).toEqual([]);
    expect(log.entries()[0]).toMatchObject({ allowed: false, reason: "server_name_mismatch" });
  });

  test("a TLS hello for the allowed server does, also in pieces", async () => {
    const connection = open();
    const hello = clientHello({ names: ["good.test"] });
    connection.write("CONNECT good.test:443 HTTP/1.1\r\nHost: good.test:443\r\n\r\n");
    connection.write(hello.subarray(0, 20));
    await new Promise((done) => setTimeout(done, 50));
    expect(received).toEqual([]);
    await talk(connection, hello.subarray(20), () => received.length > 0);
    expect(received).toEqual([hello.toString("latin1")]);
  });

  test("a hello without a name is refused where the host has one", async () => {
    const request = Buffer.from("CONNECT good.test:443 HTTP/1.1\r\nHost: good.test:443\r\n\r\n");
    await talk(open(), Buffer.concat([request, clientHello({})]));
    expect(received).toEqual([]);
  });
});

describe("a server whose answer is none", () => {
  const REQUEST = "GET /x HTTP/1.1\r\nHost: good.test:443\r\n\r\n";
  const PROXIED = "GET http://good.test:443/x HTTP/1.1\r\nHost: good.test:443\r\n\r\n";
  const CONNECT = "CONNECT good.test:443 HTTP/1.1\r\nHost: good.test:443\r\n\r\n";
  const ENDS = {
    "000": "HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n",
    "001": "HTTP/1.1 001 X\r\nContent-Length: 0\r\n\r\n",
    "099": "HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n",
    "000 behind a 100": "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 000 X\r\n\r\n",
    "101 without a protocol": "HTTP/1.1 101 X\r\nContent-Length: 0\r\n\r\n",
    "101 and a protocol": "HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nraw",
    "a header with a NUL": "HTTP/1.1 200 X\r\nA: b\0c\r\n\r\n",
  };

  test.each(Object.entries(ENDS))("(%s) breaks that connection and nothing else", async (_, answer) => {
    const proxy = openProxy();
    said = answer;
    expect(await talk(connectTo(proxy), PROXIED)).toBe("");
    // Inside a tunnel it speaks only when it is asked, or it would be a server that speaks first, and no HTTP.
    said = "";
    raw.on("connection", (socket) => socket.once("data", () => socket.write(answer)));
    const tunnel = connectTo(proxy);
    tunnel.write(CONNECT);
    expect(await talk(tunnel, REQUEST)).toBe("HTTP/1.1 200 Connection Established\r\n\r\n");
    const [proxied, tunnelled] = log.entries();
    expect(proxied).toMatchObject({ allowed: true, reason: "bad_response" });
    expect(tunnelled).toMatchObject({ allowed: true, reason: "bad_response" });
    // The control: the same proxy goes on, and passes on what is an answer.
    raw.removeAllListeners("connection").on("connection", (socket) => {
      sockets.push(socket);
      socket.once("data", () => socket.end("HTTP/1.1 599 X\r\nContent-Length: 2\r\n\r\nhi"));
    });
    const isAnswered = (reply: string): boolean => reply.endsWith("hi");
    expect(await talk(connectTo(proxy), PROXIED, isAnswered)).toMatch(/^HTTP\/1\.1 599 .*hi$/s);
  });
});

test("after as many connections as a call may make, the next is refused", async () => {
  for (let index = 0; index < 8; index += 1) log.add({ host: "x", port: 1, allowed: false });
  const reply = await talk(open(), "CONNECT good.test:443 HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(reply).toContain("too_many_connections");
  expect(dialled).toEqual([]);
  expect(log.entries()).toHaveLength(8);
});
