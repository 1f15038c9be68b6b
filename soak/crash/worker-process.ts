/**
 * A dispatcher to be killed: put together as `npm run worker` puts it together, with another lease. It ends with the trial
 * that started it.
 */
import { join } from "node:path";
import { openConnection } from "#db/open-connection.ts";
import { BundleStore } from "#lib/dispatch/bundle-store.ts";
import { Worker } from "#lib/dispatch/worker.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";

const [home = "", slots = "", leaseSeconds = ""] = process.argv.slice(2);

const sql = openConnection(process.env.AIRLOCK_DB_WORKER_URL ?? "", { max: Number(slots) + 3 });
const sandbox = await openSandboxRuntime({ nodePath: process.execPath, stateDirectory: home });
const workshop = {
  sandbox,
  bundles: new BundleStore(sql, join(home, "bundles")),
  workspaces: join(home, "workspaces"),
  home,
};
const worker = new Worker({
  sql,
  workshop,
  seal: sealForTest,
  slots: Number(slots),
  leaseSeconds: Number(leaseSeconds),
  log: () => {},
});
await worker.start();
process.send?.(sandbox.name);

process.once("disconnect", async () => {
  await worker.stop();
  await sandbox.close();
  process.exit(0);
});
