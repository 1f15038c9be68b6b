import { performServerHandshake, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";

/** More at once than any sane tool opens; a hostile one waits. */
const STREAMS_AT_ONCE = 32;

/**
 * Our end of a sandbox's channel: one socket pair, HTTP/2 over it for its flow control, one stream for each connection
 * that the tool makes. Whoever holds the other end *is* that sandbox; there is no token that another could use.
 */
export function openChannel(socket: Socket, onConnection: (connection: Duplex) => void): { close(): void } {
  socket.on("error", () => {});
  const session = performServerHandshake(socket, { settings: { maxConcurrentStreams: STREAMS_AT_ONCE } });
  // A channel that has gone wrong is closed whole, so that whoever waits on it inside hears of it.
  const close = (): void => {
    session.destroy();
    socket.destroy();
  };
  session.on("error", close);
  session.on("close", close);
  session.on("stream", (stream: ServerHttp2Stream) => {
    stream.respond({ ":status": 200 });
    onConnection(asConnection(stream));
  });
  return { close };
}

/** Node's HTTP server loses headers when it is given the stream itself; a plain pair of pipes it takes as a connection. */
function asConnection(stream: ServerHttp2Stream): Duplex {
  const [near, far] = duplexPair();
  for (const end of [stream, near, far]) end.on("error", () => {});
  stream.on("close", () => {
    near.destroy();
    far.destroy();
  });
  far.on("close", () => {
    // Ended in good order, the last bytes are still on their way; cut off, nothing more may go.
    if (far.writableFinished) return;
    near.destroy();
    if (!stream.closed) stream.close();
  });
  stream.pipe(near).pipe(stream);
  return far;
}
