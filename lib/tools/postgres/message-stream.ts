import type { Socket } from "node:net";
import { failure } from "../failures/failure.ts";

export interface ServerMessage {
  readonly type: string;
  readonly body: Buffer;
}

/** Longer ones are a server that does not speak this protocol, or one that means to fill our memory. */
const MESSAGE_MAX = 16_777_216;

/** The server's messages, one at a time, in order. */
export class MessageStream {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async next(): Promise<ServerMessage> {
    const head = await this.#take(5);
    const length = head.readInt32BE(1) - 4;
    if (length < 0 || length > MESSAGE_MAX) throw failure("server_refused", "The server does not speak PostgreSQL.");
    return { type: String.fromCharCode(head[0] ?? 0), body: await this.#take(length) };
  }

  /** The single byte that answers a request for TLS. */
  async byte(): Promise<string> {
    return (await this.#take(1)).toString("latin1");
  }

  async #take(length: number): Promise<Buffer> {
    const pieces = [this.#held];
    let have = this.#held.length;
    while (have < length) {
      const { value, done } = await this.#chunks.next();
      if (done) throw failure("server_lost", "The server closed the connection.");
      pieces.push(value);
      have += value.length;
    }
    const all = Buffer.concat(pieces);
    this.#held = all.subarray(length);
    return all.subarray(0, length);
  }
}
