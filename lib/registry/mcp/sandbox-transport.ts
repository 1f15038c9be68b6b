import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { GatheredBytes } from "#lib/sandbox/gathered-bytes.ts";
import type { SandboxSession } from "#lib/sandbox/runtime.ts";
import type { Wire } from "./wire.ts";

const LINE_FEED = 0x0a;

/** Carries messages, one a line, to and from a server that runs in a sandbox. */
export class SandboxTransport implements Transport {
  /** By these two the client knows a server on its standard streams; ours are behind the sandbox. */
  readonly stderr = null;
  readonly pid = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #session: SandboxSession;
  readonly #wire: Wire;
  readonly #begun = new GatheredBytes();

  constructor(session: SandboxSession, wire: Wire) {
    this.#session = session;
    this.#wire = wire;
  }

  async start(): Promise<void> {
    this.#session.output.on("data", (chunk: Buffer) => this.#read(chunk));
    void this.#session.ended.then(() => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#wire.sent(message);
    this.#session.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    await this.#session.close();
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#begun.add(chunk.subarray(start, end));
      start = end + 1;
      const message = this.#wire.received(this.#begun.take());
      if (message) this.onmessage?.(message);
    }
    this.#begun.add(chunk.subarray(start));
  }
}
