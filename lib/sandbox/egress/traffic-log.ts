import type { Socket } from "node:net";
import type { NetworkEntry } from "#lib/sandbox/result.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type OpenEntry = Mutable<NetworkEntry>;

interface LogOptions {
  readonly now: () => Date;
  readonly entries: number;
  readonly bytes: number;
  /** Connections to the outside at the same time; without it, any number. */
  readonly openAtOnce?: number;
}

/** What a call did on the network, bounded: a tool that hammers the proxy fills neither our memory nor the record. */
export class TrafficLog {
  #entries: OpenEntry[] = [];
  readonly #carrying = new Set<OpenEntry>();
  readonly #options: LogOptions;
  #bytesLeft: number;
  #begun = 0;
  #open = 0;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#bytesLeft = options.bytes;
  }

  get isFull(): boolean {
    return this.#entries.length >= this.#options.entries;
  }

  /** Counts an attempt before anything is done for it: what is only counted afterwards can be asked for without end meanwhile. */
  begin(): boolean {
    this.#begun += 1;
    return this.#begun <= this.#options.entries && !this.isFull;
  }

  add(entry: Omit<NetworkEntry, "at">): OpenEntry {
    const open = { at: this.#options.now().toISOString(), ...entry };
    if (!this.isFull) this.#entries.push(open);
    return open;
  }

  /** Counts bytes against the entry and the allowance of the call; false when the allowance is used up. */
  count(entry: OpenEntry, direction: "bytesIn" | "bytesOut", bytes: number): boolean {
    entry[direction] = (entry[direction] ?? 0) + bytes;
    this.#bytesLeft -= bytes;
    return this.#bytesLeft >= 0;
  }

  /** The entry's connection is open until this says that it is not. */
  carries(entry: OpenEntry, connection: Pick<Socket, "once">): void {
    this.#carrying.add(entry);
    connection.once("close", () => this.#carrying.delete(entry));
  }

  /** A place for one more open connection, to be given back once; null where all are taken. */
  takePlace(): (() => void) | null {
    if (this.#open >= (this.#options.openAtOnce ?? Number.POSITIVE_INFINITY)) return null;
    this.#open += 1;
    let taken = true;
    return () => {
      if (taken) this.#open -= 1;
      taken = false;
    };
  }

  entries(): NetworkEntry[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }

  /** For a sandbox that serves another call: its record and its allowance begin again. What is open is on that record too. */
  renew(): void {
    const at = this.#options.now().toISOString();
    this.#entries = [...this.#carrying];
    for (const entry of this.#entries) Object.assign(entry, { at, bytesIn: 0, bytesOut: 0 });
    this.#begun = this.#entries.length;
    this.#bytesLeft = this.#options.bytes;
  }
}
