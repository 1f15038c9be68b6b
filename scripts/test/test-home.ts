import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { stopEmbeddedPostgres } from "#db/embedded/stop.ts";
import { prepareHome } from "#lib/environment/home.ts";
import { identifySelf, isAlive, processIdentity } from "#lib/environment/process-identity.ts";
import { endLeftovers } from "../up/run-record.ts";

const PREFIX = "airlock-test-";
const OWNER_FILE = "owner.json";
const MEMORY = "/dev/shm";
/** The databases of a run, of which a handful are there at a time, take a tenth of it. */
const ROOMY_BYTES = 4 * 1024 ** 3;

/**
 * Where what is thrown away need never reach a disk, if this machine has such a place with room to spare. Every database is
 * hundreds of files that come and go: making them took a disk's file system a third of the server's whole work.
 */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOMY_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A home for one run of tests, apart from every other run and from the clone's own. The owner's mark tells a leftover from a live one. */
export function openTestHome(folder = tmpdir()): string {
  const home = mkdtempSync(join(folder, PREFIX));
  writeFileSync(join(home, OWNER_FILE), JSON.stringify(identifySelf()), { mode: 0o600 });
  prepareHome(home);
  return home;
}

/** Ends whatever still runs in it, then removes it. */
export async function removeTestHome(home: string): Promise<void> {
  await endLeftovers(home);
  await stopEmbeddedPostgres({ home });
  rmSync(home, { recursive: true, force: true });
}

/** A killed run could not clean up: its server and its folder are still there. */
export async function sweepDeadTestHomes(): Promise<void> {
  for (const folder of new Set([tmpdir(), quickFolder()])) {
    for (const name of readdirSync(folder)) {
      const home = join(folder, name);
      if (name.startsWith(PREFIX) && isOwnerDead(home)) await removeTestHome(home);
    }
  }
}

function isOwnerDead(home: string): boolean {
  try {
    return !isAlive(processIdentity.parse(JSON.parse(readFileSync(join(home, OWNER_FILE), "utf8"))));
  } catch {
    return false;
  }
}
