import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, createServer as createPlainServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { secureDirectly } from "./dial.ts";
import { EgressRefused, openEgressFetch } from "./egress-fetch.ts";
import { type EgressDoors, REAL_DOORS } from "./open-egress.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./test-certificate.fixture.ts";

let origin: Server;
let secureOrigin: Server;

const listener: RequestListener = (request, response) => {
  if (request.url === "/away") response.writeHead(302, { location: "http://elsewhere.test/" });
  if (request.url === "/slow") return;
  const size = Number(/^\/bytes\/(\d+)$/.exec(request.url ?? "")?.[1] ?? 0);
  let body = "";
  request.on("data", (chunk: Buffer) => {
    body += chunk;
  });
  request.on("end", () =>
    response.end(size > 0 ? "x".repeat(size) : `${request.method} ${request.headers.host} ${body}`),
  );
};

beforeAll(async () => {
  origin = createServer(listener).listen(0, "127.0.0.1");
  secureOrigin = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, listener);
  secureOrigin.listen(0, "127.0.0.1");
  await Promise.all([once(origin, "listening"), once(secureOrigin, "listening")]);
});
afterAll(() => {
  origin.closeAllConnections();
  origin.close();
  secureOrigin.close();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Every name has a public address, and every dial ends at our own servers. */
function open(network: SandboxPlan["network"], more: Partial<EgressDoors> & { bytes?: number } = {}) {
  const stop = new AbortController();
  const dialled: string[] = [];
  const egress = openEgressFetch({
    network,
    doors: {
      ...REAL_DOORS,
      resolve: async () => ["93.184.216.34"],
      dial: async ({ address, port }) => {
        dialled.push(`${address}:${port}`);
        const socket = connect(portOf(port === 443 ? secureOrigin : origin), "127.0.0.1");
        await once(socket, "connect");
        return socket;
      },
      secure: (socket, host, signal) => secureDirectly(socket, host, { signal, authorities: TEST_CERTIFICATE }),
      ...more,
    },
    bytes: more.bytes ?? 100_000,
    signal: stop.signal,
  });
  return { ...egress, stop, dialled };
}
const listing = (...hosts: string[]): SandboxPlan["network"] => ({ mode: "allowlist", hosts });

describe("a request of our own in a tool's name", () => {
  test("reaches a listed host, over TLS by its name, and is on record without its query", async () => {
    const { fetch, entries } = open(listing("api.test:80", "api.test:443"));
    const init = { method: "POST", body: "hello" };
    expect(await (await fetch("http://api.test/x?q=1", init)).text()).toBe("POST api.test hello");
    expect(await (await fetch("https://api.test/x", init)).text()).toBe("POST api.test hello");
    expect(entries()).toMatchObject([
      { host: "api.test", port: 80, method: "POST", path: "/x", allowed: true, bytesOut: 5, bytesIn: 19 },
      { host: "api.test", port: 443, allowed: true },
    ]);
    expect(JSON.stringify(entries())).not.toContain("q=1");
  });

  test("reaches no other host or port, and no address that is not listed as one", async () => {
    const { fetch, entries, dialled } = open(listing("api.test:80", "inner.test:80"), {
      resolve: async (name) => [name === "inner.test" ? "10.0.0.7" : "93.184.216.34"],
    });
    for (const [url, reason] of [
      ["http://other.test/", "not_listed"],
      ["http://api.test:8080/", "not_listed"],
      ["http://127.0.0.1/", "not_listed"],
      ["http://2130706433/", "not_listed"],
      ["http://inner.test/", "private_address"],
      ["http://user:secret@api.test/", "bad_host"],
      ["file:///etc/passwd", "bad_host"],
    ] as const) {
      await expect(fetch(url), url).rejects.toMatchObject({ reason });
    }
    expect(dialled).toEqual([]);
    expect(entries().every(({ allowed }) => !allowed)).toBe(true);
    expect(JSON.stringify(entries())).not.toContain("secret");
  });

  test("goes nowhere without a network", async () => {
    await expect(open({ mode: "none", hosts: [] }).fetch("http://api.test/")).rejects.toMatchObject({
      reason: "not_listed",
    });
  });

  test("reaches our loopback where it is listed as an address, and only there", async () => {
    const url = `http://127.0.0.1:${portOf(origin)}/`;
    const response = await open(listing(`127.0.0.1:${portOf(origin)}`)).fetch(url);
    expect(await response.text()).toContain("GET 127.0.0.1");
    const named = open(listing(`local.test:${portOf(origin)}`), { resolve: async () => ["127.0.0.1"] });
    await expect(named.fetch(`http://local.test:${portOf(origin)}/`)).rejects.toMatchObject({
      reason: "private_address",
    });
  });

  test("follows no redirect, not even to a listed host", async () => {
    const { fetch, dialled } = open(listing("api.test:80", "elsewhere.test:80"));
    await expect(fetch("http://api.test/away")).rejects.toThrow(EgressRefused);
    expect(dialled).toHaveLength(1);
  });

  test("is not made to a server that cannot show a certificate for that name", async () => {
    const { fetch } = open(listing("other.test:443"));
    await expect(fetch("https://other.test/")).rejects.toMatchObject({ reason: "untrusted_certificate" });
  });

  test("takes no more bytes than it was allowed", async () => {
    const { fetch, entries } = open(listing("api.test:80"), { bytes: 50_000 });
    await expect(fetch("http://api.test/bytes/60000").then((response) => response.text())).rejects.toThrow();
    expect(entries()).toMatchObject([{ reason: "too_many_bytes" }]);
    const enough = await open(listing("api.test:80"), { bytes: 70_000 }).fetch("http://api.test/bytes/60000");
    expect(await enough.text()).toHaveLength(60_000);
  });

  test("ends when its call does", async () => {
    const { fetch, stop } = open(listing("api.test:80"));
    const waiting = fetch("http://api.test/slow");
    setTimeout(() => stop.abort(), 50);
    await expect(waiting).rejects.toThrow();
  });

  test.each([
    ["000", "HTTP/1.1 000 X\r\n\r\n"],
    ["600", "HTTP/1.1 600 X\r\n\r\n"],
    ["101 and a protocol", "HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"],
  ])("fails where the answer is none (%s), and leaves no connection behind", async (_, answer) => {
    const closed = Promise.withResolvers<void>();
    const peer = createPlainServer((socket) => {
      socket.on("error", () => {}).on("close", () => closed.resolve());
      socket.once("data", () => socket.write(answer));
    }).listen(0, "127.0.0.1");
    await once(peer, "listening");
    const dial = async () => {
      const socket = connect((peer.address() as AddressInfo).port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    };
    const { fetch, entries } = open(listing("api.test:80"), { dial });
    await expect(fetch("http://api.test/")).rejects.toMatchObject({ reason: "bad_response" });
    expect(entries()).toMatchObject([{ reason: "bad_response" }]);
    await closed.promise;
    peer.close();
  });

  describe("to a server that takes the connection and never says hello", () => {
    const peer = createPlainServer();
    let taken: Socket[] = [];
    beforeAll(async () => {
      peer.on("connection", (socket) => taken.push(socket.on("error", () => {}).resume()));
      peer.listen(0, "127.0.0.1");
      await once(peer, "listening");
    });
    afterAll(() => {
      for (const socket of taken) socket.destroy();
      peer.close();
    });
    const dialPeer = async () => {
      taken = [];
      const socket = connect((peer.address() as AddressInfo).port, "127.0.0.1");
      await Promise.all([once(socket, "connect"), once(peer, "connection")]);
      return socket;
    };

    test("ends when its call does, and leaves no connection behind", async () => {
      const { fetch, stop } = open(listing("api.test:443"), { dial: dialPeer });
      // By then the handshake is under way.
      const hello = once(peer, "connection").then(([socket]) => once(socket as Socket, "data"));
      const waiting = fetch("https://api.test/");
      waiting.catch(() => {});
      await hello;
      const closed = once(taken[0] as Socket, "close");
      stop.abort();
      await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
      await closed;
    });

    test("is given up by the handshake's own clock; without either, the connection stays", async () => {
      const { signal } = new AbortController();
      const given = await dialPeer();
      const closed = once(taken[0] as Socket, "close");
      await expect(secureDirectly(given, "api.test", { signal, timeoutMs: 30 })).rejects.toThrow("timed out");
      await closed;
      expect(given.destroyed).toBe(true);

      // The control: what holds nothing but the handshake waits with its peer.
      const held = await dialPeer();
      const bare = connectTls({ socket: held, servername: "api.test" }).on("error", () => {});
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect([held.destroyed, taken[0]?.destroyed]).toEqual([false, false]);
      bare.destroy();
      held.destroy();
    });
  });
});
