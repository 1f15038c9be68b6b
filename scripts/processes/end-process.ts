import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, type ProcessIdentity } from "#lib/environment/process-identity.ts";

const POLL_MS = 25;
const PATIENCE: readonly [NodeJS.Signals, number][] = [
  ["SIGTERM", 8_000],
  ["SIGKILL", 5_000],
];

/** Ends a child of ours with all it started, kindly at first. Whoever else has its number by now is left alone. */
export async function endProcessGroup(identity: ProcessIdentity): Promise<void> {
  for (const [signal, patienceMs] of PATIENCE) {
    if (!isAlive(identity)) return;
    signalGroup(identity.pid, signal);
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(POLL_MS)) {
      if (!isAlive(identity)) return;
    }
  }
  throw new Error(`Process ${identity.pid} does not end.`);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
