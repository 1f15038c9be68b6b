/** The housekeeper: ends what nobody decided or started in time. Any number may run; one at a time sweeps. */
import { requireVariable } from "#lib/environment/read-environment.ts";
import { startKeeper } from "#lib/housekeeping/keeper.ts";
import { logLine, runProcess } from "../processes/run-process.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";

const USAGE = `npm run housekeeper

  Expires calls that nobody decided in time. Needs AIRLOCK_DB_HOUSEKEEPER_URL; 'npm run up' starts one by itself.`;

async function keep(stops: StopStack): Promise<void> {
  const url = requireVariable(loadEnvironment(), "AIRLOCK_DB_HOUSEKEEPER_URL");
  if (!url.ok) throw new Error(url.message);
  const keeper = await startKeeper(url.value, logLine);
  await stops.add(() => keeper.stop());
  logLine("ready");
}

await runProcess(USAGE, keep);
