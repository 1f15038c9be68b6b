/** A dispatcher: as many of them as the login has connections for, on any machine that reaches the database. */

import { createPublicKey, type KeyObject } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { openConnection } from "#db/open-connection.ts";
import { BundleStore } from "#lib/dispatch/bundle-store.ts";
import { logShippingOf } from "#lib/dispatch/call-log.ts";
import type { CredentialSource } from "#lib/dispatch/credentials.ts";
import { Worker } from "#lib/dispatch/worker.ts";
import { prepareHome, resolveHome } from "#lib/environment/home.ts";
import { requireVariable } from "#lib/environment/read-environment.ts";
import type { Environment } from "#lib/environment/variables.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { outputKeyFile, outputSealingKeyFile } from "#lib/outputs/output-keys.ts";
import { outputSealer } from "#lib/outputs/seal-output.ts";
import { describeSandboxing } from "#lib/sandbox/config/describe-sandboxing.ts";
import { readSandboxing } from "#lib/sandbox/config/read-sandboxing.ts";
import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import { LIBUV_THREADS } from "#lib/sandbox/egress/limits.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SelfTestReport } from "#lib/sandbox/self-test/report.ts";
import { keyId } from "#lib/secrets/box.ts";
import { openDispatcherKey, readSealingKey } from "#lib/secrets/dispatcher-key.ts";
import { parseCommand } from "#lib/secrets/run-key-command.ts";
import { Threads } from "#lib/threads/threads.ts";
import { logLine, runProcess } from "../processes/run-process.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";

const USAGE = `npm run worker

  Claims released calls and runs them in this machine's sandbox. Needs AIRLOCK_DB_WORKER_URL; 'npm run up' starts one by itself.`;

/**
 * Starting a sandbox is work for a core, what runs inside is mostly waiting, and a call is in its place from the claim until its
 * result is on disk: four for each core. With two, calls of 20 ms waited for a place while the cores were idle.
 */
const SLOTS = availableParallelism() * 4;

/**
 * A call takes a connection only for the length of a statement, so a few serve many calls. The login may have three tenths of
 * the server's connections (db/sql/roles.sql; 30 of 100): one beyond that is refused, and a refused heartbeat loses its call.
 * Twelve and the listener let a second dispatcher start beside this one on a machine of any size.
 */
const CONNECTIONS = Math.min(SLOTS + 4, 12);

/**
 * Where objects begin, the heap stays as large as it is once this program is loaded. Under load it would grow to a hundred megabytes and
 * more for what lives as long as a call, and a dispatcher's memory would say nothing about what it keeps.
 */
const STEADY_HEAP = "--semi-space-growth-factor=1";

/** Where outputs are judged. Two at least, so that a short one is not behind a long one; more than a few would be in the calls' way. */
const THREADS = Math.min(Math.max(availableParallelism(), 2), 4);

async function work(stops: StopStack): Promise<void> {
  setFlagsFromString(STEADY_HEAP);
  // Read when the first of them is needed, which is not before here.
  process.env.UV_THREADPOOL_SIZE ??= `${LIBUV_THREADS}`;
  const environment = loadEnvironment();
  const url = requireVariable(environment, "AIRLOCK_DB_WORKER_URL");
  if (!url.ok) throw new Error(tellSender(url));
  const home = resolveHome(environment.AIRLOCK_HOME);
  prepareHome(home);

  const sql = openConnection(url.value, { max: CONNECTIONS, connection: { application_name: "airlock-worker" } });
  await stops.add(() => sql.end({ timeout: 5 }));
  const inForce = readSandboxing(home, environment.AIRLOCK_SANDBOXING);
  if (!inForce.ok) throw new Error(tellSender(inForce));
  const { sandboxing } = inForce.value;
  const sandbox = await openSandboxRuntime({
    nodePath: process.execPath,
    stateDirectory: home,
    sandboxing,
    pool: true,
  });
  await stops.add(() => sandbox.close());
  for (const { name, tier, reason } of sandbox.reports) logLine(`${name}: ${tier}${reason ? `. ${reason}` : ""}`);

  const bundles = new BundleStore(sql, join(home, "bundles"));
  const credentials = await credentialSource(home, environment);
  const seal = outputSealer(outputSealingKey(home, environment));
  const logs = { sink: logRecord, shipping: logShippingOf(sandboxing) };
  const threads = new Threads({ size: THREADS });
  await stops.add(() => threads.close());
  const workshop = { sandbox, bundles, workspaces: join(home, "workspaces"), home, credentials, logs, threads };
  const about = {
    credentialKey: keyId(createPublicKey(credentials.key)),
    sandboxing: { document: sandboxing, notes: notesOn(sandboxing, sandbox.reports) },
  };
  const worker = new Worker({ sql, workshop, seal, slots: SLOTS, about, log: logLine });
  await worker.start();
  await stops.add(() => worker.stop());
  logLine(`ready, ${SLOTS} calls at once`);
  threads.startAhead();
  void sandbox.lost?.then(() => endForAnother(stops));
}

/** What can run nothing ends, when what it has under way is on record. Whoever keeps it running starts one that tests its sandbox anew. */
async function endForAnother(stops: StopStack): Promise<void> {
  logLine("the process that starts sandboxes has ended; ending too, to be started again");
  for (const { message } of await stops.stopAll()) logLine(message);
  process.exit(1);
}

/** Without it nothing is run: what a tool returned would have to be kept as it is, or not at all. */
function outputSealingKey(home: string, { AIRLOCK_OUTPUTS_PUBLIC_KEY: given }: Environment): KeyObject {
  const file = given ?? outputSealingKeyFile(outputKeyFile(home));
  try {
    return readSealingKey(file);
  } catch (error) {
    throw new Error(`No key to seal raw outputs to at ${file}; set AIRLOCK_OUTPUTS_PUBLIC_KEY.`, { cause: error });
  }
}

async function credentialSource(home: string, environment: Environment): Promise<CredentialSource> {
  const { AIRLOCK_SECRETS_KEY: file, AIRLOCK_SECRETS_KEY_COMMAND: command } = environment;
  const key = await openDispatcherKey({ home, file, command });
  const fetch = environment.AIRLOCK_SECRETS_COMMAND;
  return { key, ...(fetch === undefined ? {} : { fetch: parseCommand(fetch) }) };
}

/** What of the document does nothing here, and which calls are refused: what an admin should know without a shell. */
function notesOn(sandboxing: Sandboxing, reports: readonly SelfTestReport[]): string[] {
  const { withoutEffect, categories } = describeSandboxing(sandboxing, reports);
  return [
    ...withoutEffect.map(({ key, why }) => `${key}: ${why}`),
    ...categories.flatMap(({ category, reason }) =>
      reason === undefined ? [] : [`${category} is refused: ${reason}`],
    ),
  ];
}

function logRecord(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runProcess(USAGE, work);
