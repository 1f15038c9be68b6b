/** The housekeeper: ends what nobody decided or started in time, and tells people what waits. Any number may run. */

import { resolveHome } from "#lib/environment/home.ts";
import { requireVariable } from "#lib/environment/read-environment.ts";
import type { Environment } from "#lib/environment/variables.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { startCourier } from "#lib/housekeeping/courier.ts";
import { startKeeper } from "#lib/housekeeping/keeper.ts";
import type { DeliverySettings } from "#lib/notifications/deliver.ts";
import { notifierKeyFile, openNotifierKey } from "#lib/notifications/notifier-key.ts";
import { logLine, runProcess } from "../processes/run-process.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { loadEnvironment } from "../terminal/load-environment.ts";

const USAGE = `npm run housekeeper

  Expires calls that nobody decided in time, and delivers notifications. Needs AIRLOCK_DB_HOUSEKEEPER_URL; 'npm run up' starts
  one by itself.`;

/** One try of a delivery, and how long it belongs to whoever tries. */
const TIMEOUT_MS = 10_000;
const LEASE_SECONDS = 60;

async function keep(stops: StopStack): Promise<void> {
  const environment = loadEnvironment();
  const url = requireVariable(environment, "AIRLOCK_DB_HOUSEKEEPER_URL");
  if (!url.ok) throw new Error(tellSender(url));
  const keeper = await startKeeper(url.value, logLine);
  await stops.add(() => keeper.stop());
  const settings = deliverySettings(environment);
  const courier = startCourier({ databaseUrl: url.value, settings, leaseSeconds: LEASE_SECONDS, log: logLine });
  await stops.add(() => courier.stop());
  logLine("ready");
}

function deliverySettings(environment: Environment): DeliverySettings {
  const { AIRLOCK_SMTP_URL, AIRLOCK_MAIL_FROM, NEXTAUTH_URL, PORT } = environment;
  if ((AIRLOCK_SMTP_URL === undefined) !== (AIRLOCK_MAIL_FROM === undefined)) {
    throw new Error("AIRLOCK_SMTP_URL and AIRLOCK_MAIL_FROM go together.");
  }
  return {
    key: openNotifierKey(environment.AIRLOCK_NOTICES_KEY ?? notifierKeyFile(resolveHome(environment.AIRLOCK_HOME))),
    dashboard: NEXTAUTH_URL ?? `http://localhost:${PORT}`,
    mail: AIRLOCK_SMTP_URL && AIRLOCK_MAIL_FROM ? { url: AIRLOCK_SMTP_URL, from: AIRLOCK_MAIL_FROM } : undefined,
    addresses: { plainLoopback: environment.AIRLOCK_PLAIN_WEBHOOKS === "loopback" },
    timeoutMs: TIMEOUT_MS,
  };
}

await runProcess(USAGE, keep);
