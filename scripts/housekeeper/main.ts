/** The housekeeper: ends what nobody decided or started in time. Any number may run; one at a time sweeps. */
import { requireVariable } from "#lib/environment/read-environment.ts";
import { startKeeper } from "#lib/housekeeping/keeper.ts";
import { stopOnSignals } from "../processes/stop-on-signals.ts";
import { createStopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";
import { readFlags } from "../terminal/read-flags.ts";

const USAGE = `npm run housekeeper

  Expires calls that nobody decided in time. Needs AIRLOCK_DB_HOUSEKEEPER_URL; 'npm run up' starts one by itself.`;

async function keep(stops: ReturnType<typeof createStopStack>): Promise<void> {
  const url = requireVariable(loadEnvironment(), "AIRLOCK_DB_HOUSEKEEPER_URL");
  if (!url.ok) throw new Error(url.message);
  const keeper = await startKeeper(url.value, log);
  await stops.add(() => keeper.stop());
  log("ready");
  process.send?.("ready");
}

function log(line: string): void {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}

readFlags(USAGE, {});
const stops = createStopStack();
const keeping = keep(stops);
stopOnSignals(stops, () => keeping);
await keeping.catch(async (error: Error) => {
  if (stops.signal.aborted) return;
  process.stderr.write(`${error.message}\n`);
  await stops.stopAll();
  process.exit(1);
});
