import type { Readable } from "node:stream";
import { GatheredBytes } from "../gathered-bytes.ts";

/** One allowance for everything that a call writes. What comes after it is dropped, and the writer is stopped at once. */
export class OutputBudget {
  readonly #bytes: number;
  #left: number;
  #exceeded = false;
  readonly #onExceeded: () => void;

  constructor(bytes: number, onExceeded: () => void) {
    this.#bytes = bytes;
    this.#left = bytes;
    this.#onExceeded = onExceeded;
  }

  get exceeded(): boolean {
    return this.#exceeded;
  }

  get used(): number {
    return this.#bytes - Math.max(0, this.#left);
  }

  /** Reads a stream within the allowance; the function returned gives what was kept of it. */
  collect(stream: Readable | null | undefined): () => Buffer {
    const kept = new GatheredBytes();
    this.pass(stream, (chunk) => kept.add(chunk));
    return () => kept.read();
  }

  /** Hands on what comes, within the allowance. */
  pass(stream: Readable | null | undefined, take: (chunk: Buffer) => void): void {
    stream?.on("data", (chunk: Buffer) => {
      if (this.#left > 0) take(chunk.subarray(0, this.#left));
      this.#left -= chunk.length;
      if (this.#left >= 0 || this.#exceeded) return;
      this.#exceeded = true;
      this.#onExceeded();
    });
  }
}
