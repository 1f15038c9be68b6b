import { createHash, randomUUID } from "node:crypto";
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Machine } from "./machine.ts";
import { NOBODYS_ID } from "./nobodys-id.ts";

/** Where only root can put anything: a place that others may write could hold another program by that name. */
const ROOTS_OWN = "/var/cache/airlock";
/** It may be run, and by nobody be read. */
const RUN_ONLY = 0o111;
const PARTIAL = ".partial";
/** Nobody copies for as long as that: whoever began it is gone. */
const STALE_MS = 3_600_000;

/**
 * The Node that tools run on: a copy that may be run and not be read. The kernel shows the inside of a process (its memory, its
 * environment, what it has open) to every other of the same user, unless it runs a program that this user may not read. So
 * what a tool starts can neither answer in the tool's name, nor write into the pipes by which Node talks to itself, nor use its channel to
 * the network. It is made once, in our own state directory.
 */
export function withSealedNode(machine: Machine, stateDirectory: string | undefined): Machine {
  if (machine.platform !== "linux") return machine;
  const { readableNodePath, root } = machine;
  const { size, mtimeMs } = statSync(readableNodePath);
  const id = createHash("sha256").update(`${readableNodePath} ${size} ${mtimeMs}`).digest("hex").slice(0, 16);
  const directory = join(stateDirectory ?? (root ? ROOTS_OWN : join(homedir(), ".cache/airlock")), "runtime");
  const sealed = join(directory, `sealed-node-${id}`);
  if (!isWhole(sealed, size, root)) {
    mkdirSync(directory, { recursive: true, mode: 0o711 });
    removeStale(directory);
    // Not by our number: dispatchers of two containers that share the directory may both have it, and copy at once.
    const partial = `${sealed}.${randomUUID()}${PARTIAL}`;
    try {
      copyFileSync(readableNodePath, partial);
      if (root) giveToNobody(partial);
      chmodSync(partial, RUN_ONLY);
      // In one step, so that a second dispatcher never runs half of it.
      renameSync(partial, sealed);
    } finally {
      rmSync(partial, { force: true });
    }
  }
  return { ...machine, nodePath: sealed };
}

/** What a dispatcher left that was killed while it copied; it is as large as Node. */
function removeStale(directory: string): void {
  for (const name of readdirSync(directory).filter((entry) => entry.endsWith(PARTIAL))) {
    const path = join(directory, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - changed > STALE_MS) rmSync(path, { force: true });
  }
}

/** A user's of the host is not ours as root: a sandbox that is given all users could be given the right to read what that one owns. */
function isWhole(path: string, size: number, root: boolean): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.size !== size || (stats.mode & 0o777) !== RUN_ONLY) return false;
  return !root || stats.uid === NOBODYS_ID || stats.uid === 0;
}

/** Root of a container whose users are not all of the host's cannot; there no sandbox can be given all users either. */
function giveToNobody(path: string): void {
  try {
    chownSync(path, NOBODYS_ID, NOBODYS_ID);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw error;
  }
}
