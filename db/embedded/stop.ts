import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "#lib/environment/process-identity.ts";
import { withFileLock } from "./file-lock.ts";
import { layoutOf } from "./layout.ts";
import { findPostmaster, type Postmaster } from "./postmaster.ts";
import { countUsers } from "./users.ts";

export const LOCK_TIMEOUT_MS = 120_000;
const POLL_MS = 20;
/** How long each way of asking gets: fast shutdown (rolls back and checkpoints), then immediate (recovers at the next start). */
const PATIENCE: readonly [NodeJS.Signals, number][] = [
  ["SIGINT", 30_000],
  ["SIGQUIT", 10_000],
];

/** Stops the server of this home, unless a live process still uses it. Says what it found. */
export async function stopEmbeddedPostgres({ home }: { home: string }): Promise<"stopped" | "in_use" | "not_running"> {
  const layout = layoutOf(home);
  if (!existsSync(dirname(layout.lockFile))) return "not_running";
  return await withFileLock(layout.lockFile, LOCK_TIMEOUT_MS, async () => {
    if (countUsers(layout.users) > 0) return "in_use";
    const running = findPostmaster(layout);
    if (!running) return "not_running";
    await end(running);
    return "stopped";
  });
}

async function end({ identity }: Postmaster): Promise<void> {
  for (const [signal, patienceMs] of PATIENCE) {
    if (isAlive(identity)) process.kill(identity.pid, signal);
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(POLL_MS)) {
      if (!isAlive(identity)) return;
    }
  }
  throw new Error(`The database (process ${identity.pid}) does not stop.`);
}
