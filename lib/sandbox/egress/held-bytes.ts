/**
 * Bytes that wait for a verdict. However small the pieces are that they come in, each byte is copied a bounded number of
 * times: the dispatcher's heartbeats and leases share the thread, so a client must not choose what its bytes cost.
 */
export class HeldBytes {
  #bytes = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A window, good until something is added or taken. */
  get view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.#bytes.length));
      this.view.copy(larger);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** The first of them, for good; the others stay, and are copied only where some go. */
  take(count = this.#length): Buffer {
    if (count === 0) return Buffer.alloc(0);
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = Buffer.from(this.#bytes.subarray(count, this.#length));
    this.#length = this.#bytes.length;
    return taken;
  }
}
