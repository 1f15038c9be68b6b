const FIRST_BLOCK = 1_024;

/**
 * Bytes that come in pieces, kept as one stretch. A piece that is kept as it came costs some seven hundred bytes however small it is: a
 * program that writes single bytes would fill the memory of whoever listens to it long before its allowance is spent.
 */
export class GatheredBytes {
  #block: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#block.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BLOCK, needed, 2 * this.#block.length));
      this.#block.copy(larger, 0, 0, this.#length);
      this.#block = larger;
    }
    this.#block.set(piece, this.#length);
    this.#length = needed;
  }

  /** What has come so far. What comes later changes nothing in it. */
  read(): Buffer {
    return this.#block.subarray(0, this.#length);
  }

  /** The same, and begins anew. */
  take(): Buffer {
    const taken = this.read();
    this.#block = Buffer.alloc(0);
    this.#length = 0;
    return taken;
  }
}
