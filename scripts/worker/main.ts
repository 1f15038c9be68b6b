/** A dispatcher: any number of them, on any machine that reaches the database. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { openConnection } from "#db/open-connection.ts";
import { BundleStore } from "#lib/dispatch/bundle-store.ts";
import { Worker } from "#lib/dispatch/worker.ts";
import { prepareHome, resolveHome } from "#lib/environment/home.ts";
import { requireVariable } from "#lib/environment/read-environment.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import { stopOnSignals } from "../processes/stop-on-signals.ts";
import { createStopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";
import { readFlags } from "../terminal/read-flags.ts";

const USAGE = `npm run worker

  Claims released calls and runs them in this machine's sandbox. Needs AIRLOCK_DB_WORKER_URL; 'npm run up' starts one by itself.`;

/** Starting a sandbox is work for a core, what runs inside is mostly waiting: two for each core. */
const SLOTS = availableParallelism() * 2;

async function work(stops: ReturnType<typeof createStopStack>): Promise<void> {
  const environment = loadEnvironment();
  const url = requireVariable(environment, "AIRLOCK_DB_WORKER_URL");
  if (!url.ok) throw new Error(url.message);
  const home = resolveHome(environment.AIRLOCK_HOME);
  prepareHome(home);

  // Beside a connection for each call: one that listens, one that claims, and two for beats that must not wait.
  const sql = openConnection(url.value, { max: SLOTS + 4, connection: { application_name: "airlock-worker" } });
  await stops.add(() => sql.end({ timeout: 5 }));
  const sandbox = await openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home });
  await stops.add(() => sandbox.close());
  for (const { name, tier, reason } of sandbox.reports) log(`${name}: ${tier}${reason ? `. ${reason}` : ""}`);

  const bundles = new BundleStore(sql, join(home, "bundles"));
  const workshop = { sandbox, bundles, workspaces: join(home, "workspaces"), home };
  const worker = new Worker({ sql, workshop, slots: SLOTS, log });
  await worker.start();
  await stops.add(() => worker.stop());
  log(`ready, ${SLOTS} calls at once`);
  process.send?.("ready");
}

function log(line: string): void {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}

readFlags(USAGE, {});
const stops = createStopStack();
const working = work(stops);
stopOnSignals(stops, () => working);
await working.catch(async (error: Error) => {
  if (stops.signal.aborted) return;
  process.stderr.write(`${error.message}\n`);
  await stops.stopAll();
  process.exit(1);
});
