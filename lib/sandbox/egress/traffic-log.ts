import type { NetworkEntry } from "#lib/sandbox/result.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type OpenEntry = Mutable<NetworkEntry>;

/** What a call did on the network, bounded: a tool that hammers the proxy fills neither our memory nor the record. */
export class TrafficLog {
  readonly #entries: OpenEntry[] = [];
  readonly #now: () => Date;
  readonly #most: number;
  #bytesLeft: number;

  constructor(options: { readonly now: () => Date; readonly entries: number; readonly bytes: number }) {
    this.#now = options.now;
    this.#most = options.entries;
    this.#bytesLeft = options.bytes;
  }

  get isFull(): boolean {
    return this.#entries.length >= this.#most;
  }

  add(entry: Omit<NetworkEntry, "at">): OpenEntry {
    const open = { at: this.#now().toISOString(), ...entry };
    if (!this.isFull) this.#entries.push(open);
    return open;
  }

  /** Counts bytes against the entry and the allowance of the call; false when the allowance is used up. */
  count(entry: OpenEntry, direction: "bytesIn" | "bytesOut", bytes: number): boolean {
    entry[direction] = (entry[direction] ?? 0) + bytes;
    this.#bytesLeft -= bytes;
    return this.#bytesLeft >= 0;
  }

  entries(): NetworkEntry[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }
}
