/**
 * The sandbox's only way out. It listens on the sandbox's own loopback and carries each connection as one stream over
 * the channel to the proxy outside, which decides. Nothing is decided here: code in the sandbox could change it.
 */
import { connect } from "node:http2";
import { createServer, Socket } from "node:net";

const PORT = 3128;

/** @param {number} descriptor */
export async function startForwarder(descriptor) {
  const channel = new Socket({ fd: descriptor, readable: true, writable: true });
  const session = connect("http://egress", { createConnection: () => channel });
  session.on("error", () => channel.destroy());
  channel.on("error", () => session.destroy());
  channel.on("close", () => session.destroy());
  const server = createServer({ allowHalfOpen: true }, (connection) => carry(connection, session));
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(PORT, "127.0.0.1", () => resolve(undefined));
  });
  // A tool that is done should not be kept by a channel that is idle.
  server.unref();
  session.unref();
  channel.unref();
}

/** @param {Socket} connection @param {import("node:http2").ClientHttp2Session} session */
function carry(connection, session) {
  if (session.destroyed || session.closed) {
    // An answer, because some clients try again for ever when a proxy says nothing.
    connection.on("error", () => {});
    connection.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    return;
  }
  const stream = session.request({ ":method": "POST", ":path": "/" });
  connection.on("error", () => stream.destroy());
  stream.on("error", () => connection.destroy());
  stream.on("close", () => connection.destroy());
  connection.on("close", () => stream.close());
  connection.pipe(stream);
  stream.pipe(connection);
}
