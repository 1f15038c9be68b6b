import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { identifySelf, isAlive, type ProcessIdentity, processIdentity } from "#lib/environment/process-identity.ts";

const RETRY_MS = 25;

/**
 * Runs `work` while no other process does so under the same file. The file names its holder; one left by a dead holder is taken
 * over. This keeps starters from getting in each other's way; what protects the data is the server's own lock on its folder.
 */
export async function withFileLock<T>(path: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (!acquire(path)) {
    if (Date.now() > deadline)
      throw new Error(`Waited too long for ${path}, held by process ${readHolder(path)?.pid ?? "?"}.`);
    await sleep(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** A hard link appears whole or not at all, so nobody ever reads a lock without its holder. */
function acquire(path: string): boolean {
  const mine = `${path}.${randomUUID()}`;
  writeFileSync(mine, JSON.stringify(identifySelf()), { mode: 0o600 });
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const holder = readHolder(path);
    if (holder && !isAlive(holder)) setAside(path, holder);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Moves a dead holder's lock away; if a quicker process has replaced it meanwhile, what was moved is put back. */
function setAside(path: string, dead: ProcessIdentity): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    const moved = readHolder(aside);
    if (moved && (moved.pid !== dead.pid || moved.startedAt !== dead.startedAt)) linkSync(aside, path);
  } catch {
    // Gone or taken meanwhile: the next try sees who holds it now.
  } finally {
    rmSync(aside, { force: true });
  }
}

function readHolder(path: string): ProcessIdentity | undefined {
  try {
    return processIdentity.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}
