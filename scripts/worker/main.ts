/** A dispatcher: as many of them as the login has connections for, on any machine that reaches the database. */
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

/**
 * A call takes a connection only for the length of a statement, so a few serve many calls. The login may have three tenths of
 * the server's connections (db/sql/roles.sql; 30 of 100): one beyond that is refused, and a refused heartbeat loses its call.
 * Twelve and the listener let a second dispatcher start beside this one on a machine of any size.
 */
const CONNECTIONS = Math.min(SLOTS + 4, 12);

async function work(stops: StopStack): Promise<void> {
  const environment = loadEnvironment();
  const url = requireVariable(environment, "AIRLOCK_DB_WORKER_URL");
  if (!url.ok) throw new Error(url.message);
  const home = resolveHome(environment.AIRLOCK_HOME);
  prepareHome(home);

  const sql = openConnection(url.value, { max: CONNECTIONS, connection: { application_name: "airlock-worker" } });
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
