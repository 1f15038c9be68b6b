/** A dispatcher: any number of them, on any machine that reaches the database. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { openConnection } from "#db/open-connection.ts";
import { BundleStore } from "#lib/dispatch/bundle-store.ts";
import { Worker } from "#lib/dispatch/worker.ts";
import { prepareHome, resolveHome } from "#lib/environment/home.ts";
import { requireVariable } from "#lib/environment/read-environment.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import { logLine, runProcess } from "../processes/run-process.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";

const USAGE = `npm run worker

  Claims released calls and runs them in this machine's sandbox. Needs AIRLOCK_DB_WORKER_URL; 'npm run up' starts one by itself.`;

/** Starting a sandbox is work for a core, what runs inside is mostly waiting: two for each core. */
const SLOTS = availableParallelism() * 2;

async function work(stops: StopStack): Promise<void> {
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
  for (const { name, tier, reason } of sandbox.reports) logLine(`${name}: ${tier}${reason ? `. ${reason}` : ""}`);

  const bundles = new BundleStore(sql, join(home, "bundles"));
  const workshop = { sandbox, bundles, workspaces: join(home, "workspaces"), home };
  const worker = new Worker({ sql, workshop, slots: SLOTS, log: logLine });
  await worker.start();
  await stops.add(() => worker.stop());
  logLine(`ready, ${SLOTS} calls at once`);
}

await runProcess(USAGE, work);
