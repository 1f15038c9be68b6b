import { performServerHandshake, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";

/** More than may be open to the outside, so that the one too many hears a refusal; a hostile client waits. */
const STREAMS_AT_ONCE = 64;

/**
 * How a connection came to the forwarder inside, in its own words: it is the tool's side that says so, and all three
 * are decided alike.
 */
export type Way =
  | { readonly kind: "http" }
  | { readonly kind: "socks" }
  /** Made to a name of the policy by a program that knows no proxy. */
  | { readonly kind: "redirect"; readonly authority: string };

/** Ends a connection that has been silent for too long. */
export class IdleError extends Error {}

interface ChannelOptions {
  readonly onConnection: (connection: Duplex, way: Way) => void;
  readonly idleMs: number;
  /** Connections of one call, whatever becomes of them; with more the channel is closed. */
  readonly connections: number;
}

/**
 * Our end of a sandbox's channel: one socket pair, HTTP/2 over it for its flow control, one stream for each connection
 * that the tool makes. Whoever holds the other end *is* that sandbox; there is no token that another could use.
 */
export interface Channel {
  /** Nothing new is taken, and what is open stands still: the tool's side keeps its connections and nothing moves on them. */
  hold(): void;
  release(): void;
  close(): void;
}

export function openChannel(socket: Socket, { onConnection, idleMs, connections }: ChannelOptions): Channel {
  socket.on("error", () => {});
  const session = performServerHandshake(socket, { settings: { maxConcurrentStreams: STREAMS_AT_ONCE } });
  // A channel that has gone wrong is closed whole, so that whoever waits on it inside hears of it.
  const close = (): void => {
    session.destroy();
    socket.destroy();
  };
  session.on("error", close);
  session.on("close", close);
  const carried = new Set<Carried>();
  let held = false;
  let begun = 0;
  session.on("stream", (stream: ServerHttp2Stream, headers) => {
    const way = wayOf(`${headers[":path"] ?? ""}`);
    stream.on("error", () => {});
    if (held) return void stream.close();
    begun += 1;
    // Also one that is refused is work for a process that serves every sandbox.
    if (begun > connections) return close();
    if (!way) return void stream.close();
    stream.respond({ ":status": 200 });
    const one = carry(stream, idleMs);
    carried.add(one);
    stream.on("close", () => carried.delete(one));
    onConnection(one.connection, way);
  });
  return {
    hold() {
      if (!held) for (const one of carried) one.hold();
      held = true;
    },
    release() {
      // Joined twice, a stream would carry everything twice.
      if (held) for (const one of carried) one.release();
      held = false;
      begun = 0;
    },
    close,
  };
}

function wayOf(path: string): Way | null {
  if (path === "/http") return { kind: "http" };
  if (path === "/socks") return { kind: "socks" };
  return path.startsWith("/to/") ? { kind: "redirect", authority: path.slice("/to/".length) } : null;
}

interface Carried {
  readonly connection: Duplex;
  readonly hold: () => void;
  readonly release: () => void;
}

/** Node's HTTP server loses headers when it is given the stream itself; a plain pair of pipes it takes as a connection. */
function carry(stream: ServerHttp2Stream, idleMs: number): Carried {
  const [near, far] = duplexPair();
  for (const end of [stream, near, far]) end.on("error", () => {});
  stream.setTimeout(idleMs, () => far.destroy(new IdleError("idle")));
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
  const release = (): void => void stream.pipe(near).pipe(stream);
  const hold = (): void => {
    stream.unpipe(near).pause();
    near.unpipe(stream).pause();
  };
  release();
  return { connection: far, hold, release };
}
