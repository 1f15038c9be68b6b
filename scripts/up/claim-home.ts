import { join } from "node:path";
import { withFileLock } from "#db/embedded/file-lock.ts";
import { prepareHome } from "#lib/environment/home.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { step } from "../terminal/steps.ts";
import { endLeftovers, findRunning, removeRunRecord, writeRunRecord } from "./run-record.ts";

const LOCK_TIMEOUT_MS = 60_000;

/** Another `up` has this home. */
export class AlreadyRunning extends Error {
  constructor(pid: number, address: string | undefined) {
    super(
      `Airlock is running here already (process ${pid})${address ? `: ${address}` : " and still starting"}.\n` +
        `Stop it with Ctrl-C in its terminal or 'kill ${pid}', or set AIRLOCK_HOME to run a second one beside it.`,
    );
    this.name = "AlreadyRunning";
  }
}

/** Makes this process the one that runs the home, and ends what a killed predecessor left. */
export async function claimHome(home: string, stops: StopStack): Promise<void> {
  prepareHome(home);
  await withFileLock(join(home, "run", "up.lock"), LOCK_TIMEOUT_MS, async () => {
    const running = findRunning(home);
    if (running) throw new AlreadyRunning(running.supervisor.pid, running.addresses?.dashboard);
    await step("home", async (say) => {
      const ended = await endLeftovers(home);
      say(ended.length > 0 ? `${home}, ended leftovers of a killed start: ${ended.join(", ")}` : home);
      writeRunRecord(home, { children: {} });
    });
  });
  await stops.add(async () => removeRunRecord(home));
}
