/** The checkpointer: signs what the log has come to, where the database's owner cannot reach. One for each key. */

import { join } from "node:path";
import { openConnection } from "#db/open-connection.ts";
import { CheckpointFolder } from "#lib/audit/checkpoint/checkpoint-folder.ts";
import { startCheckpointer } from "#lib/audit/checkpoint/checkpointer.ts";
import { keepSigner, publicKeyFile } from "#lib/audit/checkpoint/signing-key.ts";
import { readLaneHeads } from "#lib/audit/verify/read-database.ts";
import { prepareHome, resolveHome } from "#lib/environment/home.ts";
import { requireVariable } from "#lib/environment/read-environment.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { logLine, runProcess } from "../processes/run-process.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";

const USAGE = `npm run checkpointer

  Signs the heads of the audit log into AIRLOCK_HOME/checkpoints, and into AIRLOCK_CHECKPOINT_MIRROR if it is set. Needs
  AIRLOCK_DB_CHECKPOINTER_URL; 'npm run up' starts one by itself.`;

async function sign(stops: StopStack): Promise<void> {
  const environment = loadEnvironment();
  const url = requireVariable(environment, "AIRLOCK_DB_CHECKPOINTER_URL");
  if (!url.ok) throw new Error(tellSender(url));
  const home = resolveHome(environment.AIRLOCK_HOME);
  prepareHome(home);
  const signer = keepSigner(home);
  const sql = openConnection(url.value, {
    max: 1,
    connect_timeout: 5,
    connection: { application_name: "airlock-checkpointer" },
  });
  await stops.add(() => sql.end({ timeout: 5 }));
  const mirror = environment.AIRLOCK_CHECKPOINT_MIRROR;
  const checkpointer = await startCheckpointer({
    readHeads: () => readLaneHeads(sql),
    folder: new CheckpointFolder(join(home, "checkpoints")),
    mirror: mirror === undefined ? undefined : new CheckpointFolder(mirror),
    signer,
    lockFile: join(home, "run", "checkpointer.lock"),
    log: logLine,
  });
  await stops.add(() => checkpointer.stop());
  logLine(`ready, signs as ${signer.name}; its public key is in ${publicKeyFile(home)}`);
}

await runProcess(USAGE, sign);
