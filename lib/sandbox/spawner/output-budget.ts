import type { Readable } from "node:stream";

/** One allowance for everything that a call writes. What comes after it is dropped, and the writer is stopped at once. */
export class OutputBudget {
  #left: number;
  #exceeded = false;
  readonly #onExceeded: () => void;

  constructor(bytes: number, onExceeded: () => void) {
    this.#left = bytes;
    this.#onExceeded = onExceeded;
  }

  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** Reads a stream within the allowance; the function returned gives what was kept of it. */
  collect(stream: Readable | null | undefined): () => Buffer {
    const kept: Buffer[] = [];
    stream?.on("data", (chunk: Buffer) => {
      if (this.#left > 0) kept.push(chunk.subarray(0, this.#left));
      this.#left -= chunk.length;
      if (this.#left >= 0 || this.#exceeded) return;
      this.#exceeded = true;
      this.#onExceeded();
    });
    return () => Buffer.concat(kept);
  }
}
