import { closeSync, constants, fchmodSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ahead } from "./ahead.ts";
import { openOrClose } from "./open-or-close.ts";

/**
 * Bytes as a file that has no name, in memory where the machine allows. A child reads it from the start to the end, and a
 * tool can open it again as /dev/stdin; a pipe with its writer gone it could not. For us it costs a few system calls,
 * where a pipe to a child costs a stream with all its events: a launch hands over a dozen of them.
 */
const MEMORY = "/dev/shm";
/** Not among Node's constants: a file made without a name. The same number on x64 and arm64. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

/** Opened for reading, at its start. The caller closes it. */
export function openBytes(bytes: Uint8Array): number {
  const writing = openFilled(bytes);
  try {
    // Whoever reads it may be another user, and nobody can reach it but through us.
    fchmodSync(writing, 0o444);
    return reopen(writing);
  } finally {
    closeSync(writing);
  }
}

interface Account {
  readonly child: number;
  readonly ours: number;
}

/** An empty one that a child writes and we read. The caller closes both. */
export function openAccount(): Account {
  return bothOf(openNameless(PLACES));
}

/**
 * The same with its room from the start, for what bubblewrap says: a full memory would swallow it, and a command that was reached
 * would be taken for one that was not. It has a line without a word in it until somebody writes over that.
 */
function openAccountWithRoom(): Account {
  return bothOf(openFilled(Buffer.from("\n"), 0));
}

function bothOf(child: number): Account {
  return { child, ours: openOrClose([child], () => reopen(child)) };
}

/** Where memory is full, as others can make it, a disk may have room. `at`: the position is left where it is. */
function openFilled(bytes: Uint8Array, at: number | null = null): number {
  try {
    return fill(openNameless(PLACES), bytes, at);
  } catch (error) {
    if (!isFull(error)) throw error;
    return fill(openNameless(PLACES.slice(1)), bytes, at);
  }
}

function fill(descriptor: number, bytes: Uint8Array, at: number | null): number {
  return openOrClose([descriptor], () => {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(descriptor, bytes, written, bytes.length - written, at === null ? null : at + written);
    }
    return descriptor;
  });
}

function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT";
}

/** The same file with a position of its own: two children that share one would each get half. */
function reopen(descriptor: number): number {
  return openSync(`/proc/self/fd/${descriptor}`, constants.O_RDONLY);
}

/** To ask for the second is dear (Node looks at who we are before it reads our environment), and hardly ever needed. */
const PLACES: readonly (() => string)[] = [() => MEMORY, tmpdir];

function openNameless(places: typeof PLACES): number {
  for (const directory of places) {
    try {
      return openSync(directory(), O_TMPFILE | constants.O_RDWR, 0o600);
    } catch {
      // Not there, not ours, or a file system that cannot.
    }
  }
  const directory = mkdtempSync(join(tmpdir(), "airlock-"));
  try {
    return openSync(join(directory, "bytes"), constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What many launches have in common, kept under a name: it crosses to this process once. */
export class KeptBytes {
  readonly #files = new Map<string, { readonly descriptor: number; readonly next: Ahead<number> }>();

  keep(name: string, bytes: Uint8Array): void {
    this.drop(name);
    const descriptor = openBytes(bytes);
    this.#files.set(name, { descriptor, next: new Ahead(() => reopen(descriptor), 1) });
  }

  drop(name: string): void {
    const file = this.#files.get(name);
    if (file === undefined) return;
    this.#files.delete(name);
    for (const descriptor of [file.descriptor, ...file.next.drain()]) closeSync(descriptor);
  }

  open(name: string): number {
    const file = this.#files.get(name);
    if (file === undefined) throw new Error(`The spawner was not given ${name}.`);
    return file.next.take();
  }

  /** One of each is opened for the next who names it. */
  refill(): void {
    for (const { next } of this.#files.values()) next.refill();
  }
}

/** Files for what every launch has: an account, and mostly no input. */
export class BlankFiles {
  readonly #accounts = new Ahead(openAccountWithRoom, BLANKS_AHEAD);
  readonly #empty = new Ahead(() => openBytes(new Uint8Array()), BLANKS_AHEAD);

  account(): Account {
    return this.#accounts.take();
  }

  input(bytes: Uint8Array): number {
    return bytes.length === 0 ? this.#empty.take() : openBytes(bytes);
  }

  refill(): void {
    this.#accounts.refill();
    this.#empty.refill();
  }
}

const BLANKS_AHEAD = 2;
