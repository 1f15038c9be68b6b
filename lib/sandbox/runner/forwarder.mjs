/**
 * The sandbox's only way out. It listens on the sandbox's own loopback and carries each connection as one stream over
 * the channel to the proxy outside, which decides. Nothing is decided here: code in the sandbox could change it.
 *
 * Three ways lead in: an HTTP proxy, a SOCKS proxy, and for each name of the policy an address of its own, to which
 * /etc/hosts sends programs that know no proxy.
 */
import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { createServer, Socket } from "node:net";

const HTTP_PORT = 3128;
const SOCKS_PORT = 1080;
const REDIRECTS = "/airlock/redirects.json";

/** @param {number} descriptor */
export async function startForwarder(descriptor) {
  const channel = new Socket({ fd: descriptor, readable: true, writable: true });
  const session = connect("http://egress", { createConnection: () => channel });
  session.on("error", () => channel.destroy());
  channel.on("error", () => session.destroy());
  channel.on("close", () => session.destroy());
  await Promise.all([
    listen(session, "/http", "127.0.0.1", HTTP_PORT),
    listen(session, "/socks", "127.0.0.1", SOCKS_PORT),
    ...readRedirects().map(({ name, address, port }) =>
      // One that cannot be had (a port that this kernel keeps for root) is one that this sandbox lacks: the proxies
      // lead to the same place.
      listen(session, `/to/${name}:${port}`, address, port).catch(() => {}),
    ),
  ]);
  // A tool that is done should not be kept by a channel that is idle.
  session.unref();
  channel.unref();
}

/** @returns {{ name: string, address: string, port: number }[]} */
function readRedirects() {
  try {
    return JSON.parse(readFileSync(REDIRECTS, "utf8"));
  } catch {
    return [];
  }
}

/**
 * @param {import("node:http2").ClientHttp2Session} session @param {string} path
 * @param {string} address @param {number} port
 */
async function listen(session, path, address, port) {
  const server = createServer({ allowHalfOpen: true }, (connection) => carry(connection, session, path));
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => resolve(undefined));
  });
  server.unref();
}

/** @param {Socket} connection @param {import("node:http2").ClientHttp2Session} session @param {string} path */
function carry(connection, session, path) {
  if (session.destroyed || session.closed) {
    connection.on("error", () => {});
    // An answer, because some clients try again for ever when a proxy says nothing.
    if (path === "/http") connection.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    else connection.destroy();
    return;
  }
  const stream = session.request({ ":method": "POST", ":path": path });
  connection.on("error", () => stream.destroy());
  stream.on("error", () => connection.destroy());
  stream.on("close", () => connection.destroy());
  connection.on("close", () => stream.close());
  connection.pipe(stream);
  stream.pipe(connection);
}
