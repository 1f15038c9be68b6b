import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopEmbeddedPostgres } from "#db/embedded/stop.ts";
import { prepareHome } from "#lib/environment/home.ts";
import { identifySelf, isAlive, processIdentity } from "#lib/environment/process-identity.ts";
import { endLeftovers } from "../up/run-record.ts";

const PREFIX = "airlock-test-";
const OWNER_FILE = "owner.json";

/** A home for one run of tests, apart from every other run and from the clone's own. The owner's mark tells a leftover from a live one. */
export function openTestHome(): string {
  const home = mkdtempSync(join(tmpdir(), PREFIX));
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
  for (const name of readdirSync(tmpdir())) {
    const home = join(tmpdir(), name);
    if (name.startsWith(PREFIX) && isOwnerDead(home)) await removeTestHome(home);
  }
}

function isOwnerDead(home: string): boolean {
  try {
    return !isAlive(processIdentity.parse(JSON.parse(readFileSync(join(home, OWNER_FILE), "utf8"))));
  } catch {
    return false;
  }
}
